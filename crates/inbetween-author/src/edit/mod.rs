//! Edits of a scene or Lottie file that leave everything else as it was.
