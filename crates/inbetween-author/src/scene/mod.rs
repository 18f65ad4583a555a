//! Scene files (`name.scene.toml`) and Lottie text, each turned into the other.
