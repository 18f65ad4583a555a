//! Work on threads with room for long chains of expressions.

use inbetween_types::Time;

/// Stack of a thread that evaluates. Only what is used is ever touched.
const STACK_BYTES: usize = 512 << 20;

/// Does `work` for each block of times, each on a thread of its own; the answers in the order of the blocks.
/// Where no thread can be had, the work is done here.
pub(crate) fn on_large_stacks<T: Send>(blocks: &[&[Time]], work: &(dyn Fn(&[Time]) -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        let handles: Vec<_> = blocks
            .iter()
            .map(|block| {
                std::thread::Builder::new()
                    .name("inbetween".to_owned())
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, || work(block))
                    .map_err(|_| *block)
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| match handle {
                Ok(handle) => match handle.join() {
                    Ok(answer) => answer,
                    // A panic in the work is a defect of ours: let it show where it was asked for.
                    Err(panic) => std::panic::resume_unwind(panic),
                },
                Err(block) => work(block),
            })
            .collect()
    })
}
