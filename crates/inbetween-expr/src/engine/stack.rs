//! Room on the stack.

/// Stack reserved by [`with_large_stack`]; pages are only used when touched.
const LARGE: usize = 256 << 20;

/// Of that, what evaluation may use.
const LARGE_ROOM: usize = 192 << 20;

/// What evaluation may use of a thread nothing is known about: threads have 1 to 8 MiB.
const SMALL_ROOM: usize = 896 << 10;

std::thread_local! {
    static ROOM: std::cell::Cell<usize> = const { std::cell::Cell::new(SMALL_ROOM) };
}

/// How much stack evaluation may use on this thread, in bytes: much inside [`with_large_stack`], little elsewhere,
/// where deep expressions end in a limit sooner instead of running out of stack.
#[must_use]
pub fn stack_room() -> usize {
    ROOM.get()
}

std::thread_local! {
    static BASE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Runs `f` with the stack counted from here, if it is not already counted from further out.
pub fn with_stack_base<T>(f: impl FnOnce() -> T) -> T {
    if BASE.get() != 0 {
        return f();
    }
    BASE.set(here());
    let result = f();
    BASE.set(0);
    result
}

/// Where the stack is counted from: the outermost evaluation on this thread.
pub(super) fn base() -> usize {
    match BASE.get() {
        0 => here(),
        base => base,
    }
}

/// Bytes of stack that evaluation may still use on this thread.
#[must_use]
pub fn stack_left() -> usize {
    stack_room().saturating_sub(base().abs_diff(here()))
}

/// The limit that ends a chain of expressions for which the stack has no room. It depends on who asks, not on the
/// expression: hosts let it end the whole evaluation.
#[must_use]
pub fn no_stack() -> crate::Fault {
    crate::Fault::limit("limit/stack", "there is no room for another expression inside those that run")
        .with_help("evaluate inside `with_large_stack`, or shorten the chain of expressions")
}

/// Runs `f` on a thread of its own with 256 MiB of reserved stack, for long chains of expressions, and gives its
/// result. Where no thread can be made (`wasm32`, no resources) it runs here.
///
/// # Panics
/// Passes on a panic of `f`.
pub fn with_large_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let job = std::sync::Mutex::new(Some(f));
        let run = || job.lock().ok().and_then(|mut job| job.take()).map(|f| f());
        let run_large = || {
            ROOM.set(LARGE_ROOM);
            run()
        };
        let result = std::thread::scope(|scope| {
            match std::thread::Builder::new().stack_size(LARGE).spawn_scoped(scope, run_large) {
                Ok(thread) => match thread.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                },
                Err(_) => run(),
            }
        });
        match result {
            Some(result) => result,
            None => unreachable!("the job runs exactly once"),
        }
    }
    #[cfg(target_arch = "wasm32")]
    {
        let _ = LARGE;
        f()
    }
}

/// The address of the caller's stack frame, near enough to measure how much stack is used.
#[inline(never)]
pub(super) fn here() -> usize {
    let mark = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&mark)).addr()
}
