//! Output files that get their final name only when they are complete, and the pipe to ffmpeg.

use inbetween::output::{FrameSink, RawForm, StreamInfo, Target, Targets, raw};
use inbetween::{RenderOptions, Rendered};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// One file or a numbered sequence. Files lie beside their final place, under a name that ends in `.part`, until
/// `commit`; without it they are taken away again.
pub(crate) struct Files(Naming);

/// The names of files and those made so far.
#[derive(Clone)]
struct Naming {
    pattern: PathBuf,
    /// Where the `#`s are in the file's name: first byte and count.
    digits: Option<(usize, usize)>,
    made: Arc<Mutex<Vec<Made>>>,
}

struct Made {
    partial: PathBuf,
    path: PathBuf,
}

impl Naming {
    /// The final name of frame `index`: numbers start at 0.
    fn path(&self, index: usize) -> PathBuf {
        let Some((at, count)) = self.digits else { return self.pattern.clone() };
        let name =
            self.pattern.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (before, rest) = name.split_at(at);
        let after = rest.get(count..).unwrap_or("");
        self.pattern.with_file_name(format!("{before}{index:0count$}{after}"))
    }

    /// A partial name beside the final one. ffmpeg wants the ending, so it stays last.
    fn partial(path: &Path) -> PathBuf {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        path.with_file_name(format!(".{}.part.{name}", std::process::id()))
    }

    /// Notes a file and gives its partial name.
    fn add(&self, index: usize) -> PathBuf {
        let path = self.path(index);
        let partial = Self::partial(&path);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.push(Made { partial: partial.clone(), path });
        partial
    }
}

impl Files {
    /// For an output named by the user.
    ///
    /// # Errors
    /// When the name has no file name, or its folder is not there.
    pub(crate) fn new(pattern: &Path) -> Result<Self, String> {
        let name = pattern
            .file_name()
            .and_then(|name| name.to_str())
            .ok_or_else(|| format!("{}: not the name of a file", pattern.display()))?;
        let digits =
            name.find('#').map(|at| (at, name.bytes().skip(at).take_while(|byte| *byte == b'#').count()));
        if let Some(folder) = pattern.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            if digits.is_some() {
                std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            }
            if !folder.is_dir() {
                return Err(format!("{}: there is no such folder", folder.display()));
            }
        }
        Ok(Self(Naming { pattern: pattern.to_path_buf(), digits, made: Arc::default() }))
    }

    /// Whether it is a sequence.
    pub(crate) fn is_sequence(&self) -> bool {
        self.0.digits.is_some()
    }

    /// Makes the files as a sink asks for them.
    pub(crate) fn targets(&self) -> Targets {
        let naming = self.0.clone();
        Box::new(move |index| {
            let partial = naming.add(index);
            let file = File::create(&partial)
                .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", partial.display())))?;
            Ok(Box::new(BufWriter::with_capacity(1 << 18, file)) as Box<dyn Target>)
        })
    }

    /// Gives every file its final name, after its bytes are on the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub(crate) fn commit(self) -> Result<(), String> {
        let made = std::mem::take(&mut *self.0.made.lock().unwrap_or_else(PoisonError::into_inner));
        let mut outcome = Ok(());
        for one in &made {
            if outcome.is_ok() {
                outcome = File::open(&one.partial)
                    .and_then(|file| file.sync_all())
                    .map_err(|e| format!("{}: {e}", one.path.display()));
            }
        }
        for one in &made {
            if outcome.is_ok() {
                outcome = std::fs::rename(&one.partial, &one.path)
                    .map_err(|e| format!("{}: {e}", one.path.display()));
            }
            if outcome.is_err() {
                let _ = std::fs::remove_file(&one.partial);
            }
        }
        outcome
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        for one in self.0.made.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = std::fs::remove_file(one.partial);
        }
    }
}

/// The user's ffmpeg at the other end of a pipe.
pub(crate) struct Pipe {
    child: Option<Child>,
    sink: Option<Box<dyn FrameSink>>,
    files: Files,
    complaint: Arc<Mutex<String>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Pipe {
    /// Starts ffmpeg with the user's arguments.
    ///
    /// # Errors
    /// When it is not there.
    pub(crate) fn start(
        arguments: &str,
        output: &Path,
        info: &StreamInfo,
        _options: &RenderOptions,
    ) -> Result<Self, String> {
        let files = Files::new(output)?;
        if files.is_sequence() {
            return Err("--ffmpeg writes one file".to_owned());
        }
        let partial = files.0.add(0);
        let mut child = Command::new("ffmpeg")
            .args(["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba"])
            .args(["-s", &format!("{}x{}", info.width, info.height)])
            .args(["-r", &format!("{}", info.fps), "-i", "-", "-an"])
            .args(words(arguments)?)
            .arg(&partial)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| match e.kind() {
                io::ErrorKind::NotFound => {
                    "ffmpeg is not installed (or not on the PATH); without --ffmpeg this \
                                            tool writes .mp4, .gif, .webp, .apng and .png itself"
                        .to_owned()
                }
                _ => format!("ffmpeg does not start: {e}"),
            })?;
        let stdin = child.stdin.take().ok_or("ffmpeg has no input")?;
        let complaint = Arc::<Mutex<String>>::default();
        let reader = child.stderr.take().map(|mut stderr| {
            let complaint = Arc::clone(&complaint);
            std::thread::spawn(move || {
                let mut text = Vec::new();
                let _ = io::Read::read_to_end(&mut stderr, &mut text);
                *complaint.lock().unwrap_or_else(PoisonError::into_inner) =
                    String::from_utf8_lossy(&text).trim().to_owned();
            })
        });
        let sink = raw(Box::new(BufWriter::with_capacity(1 << 18, stdin)), RawForm::Rgba);
        Ok(Self { child: Some(child), sink: Some(sink), files, complaint, reader })
    }

    /// Where frames go.
    pub(crate) fn sink(&mut self) -> &mut dyn FrameSink {
        struct Closed;
        impl FrameSink for Closed {
            fn begin(&mut self, _: &StreamInfo) -> io::Result<()> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn encoder(&self) -> Arc<dyn inbetween::output::FrameEncoder> {
                raw(Box::new(io::sink()), RawForm::Rgba).encoder()
            }
            fn frame(&mut self, _: Vec<u8>) -> io::Result<()> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn finish(&mut self) -> io::Result<()> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        }
        self.sink.get_or_insert_with(|| Box::new(Closed)).as_mut()
    }

    /// Closes the pipe and waits for ffmpeg's verdict, which counts for more than a broken pipe.
    ///
    /// # Errors
    /// When rendering failed or ffmpeg did.
    pub(crate) fn close(&mut self, rendered: Result<Rendered, String>) -> Result<Rendered, String> {
        self.sink = None;
        let Some(mut child) = self.child.take() else { return rendered };
        if rendered.is_err() {
            // A half film must not be finished; if ffmpeg has died by itself, its own words are better.
            let _ = child.kill();
        }
        let status = child.wait().map_err(|e| format!("ffmpeg: {e}"))?;
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        let said = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match rendered {
            Ok(rendered) if status.success() => Ok(rendered),
            Err(error) if said.is_empty() => Err(error),
            _ => Err(format!(
                "ffmpeg failed ({status}){}{}",
                if said.is_empty() { "" } else { ": " },
                said.lines().last().unwrap_or("")
            )),
        }
    }

    /// The file it wrote.
    pub(crate) fn into_files(self) -> Files {
        self.files
    }
}

/// Splits arguments at spaces; quotes keep them together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut list = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => list.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("--ffmpeg: a quotation mark is not closed".to_owned());
    }
    list.extend(word);
    Ok(list)
}

/// Reads files beside the document, never outside its folder.
pub(crate) fn loader(file: &Path) -> inbetween::FileLoader {
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    Arc::new(move |name: &str| {
        let relative = Path::new(name.trim_start_matches(['/', '\\']));
        let inside = relative
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
        if !inside {
            return None;
        }
        let read = |path: PathBuf| {
            let small = std::fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() < 1 << 28);
            small.then(|| std::fs::read(path).ok()).flatten()
        };
        // Exports are often moved without their folder.
        read(folder.join(relative)).or_else(|| read(folder.join(relative.file_name()?)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_split_as_in_a_shell() {
        assert_eq!(words("-c:v libx264  -vf 'a b' \"\"").unwrap(), ["-c:v", "libx264", "-vf", "a b", ""]);
        assert!(words("'a").is_err());
    }

    #[test]
    fn sequences_count_from_zero() {
        let files = Files::new(Path::new("frame-####.png")).unwrap();
        assert_eq!(files.0.path(7), Path::new("frame-0007.png"));
        assert_eq!(files.0.path(12345), Path::new("frame-12345.png"));
    }
}
