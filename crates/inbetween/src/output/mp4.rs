//! MP4 with H.264: Cisco's OpenH264, compiled from source, and a muxer.
//!
//! Baseline-like H.264, 4:2:0, BT.709 limited range, which every player shows. No alpha: frames are drawn over the
//! background. H.264 is covered by patents in some countries; Cisco's licence covers only Cisco's own binaries, not
//! this build from source. Who distributes or sells such a build should find out whether a licence is needed; without
//! the feature `mp4` nothing of it is compiled.

use super::png::all_there;
use super::yuv::planes_420;
use super::{Drawn, Encoded, FrameEncoder, FrameSink, StreamInfo, Target, Targets, bad, dimension};
use inbetween_render::Picture;
use inbetween_timeline::scene::Scene;
use muxide::api::{Muxer, MuxerBuilder, VideoCodec};
use openh264::OpenH264API;
use openh264::encoder::{
    Complexity, Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode,
    UsageType, VuiConfig,
};
use openh264::formats::YUVSlices;
use std::io;
use std::sync::Arc;

pub(super) fn open(targets: Targets) -> Box<dyn FrameSink> {
    Box::new(Mp4 { targets, parts: None, info: None, written: 0 })
}

/// Quantiser of every frame: flat colours without visible blocks, at a few hundred kilobytes per second of 1080p.
const QP: QpRange = QpRange::new(16, 20);

struct Mp4 {
    targets: Targets,
    parts: Option<(Encoder, Muxer<Box<dyn Target>>)>,
    info: Option<StreamInfo>,
    written: usize,
}

/// H.264 in 4:2:0 has even sizes.
fn even(pixels: usize) -> usize {
    pixels + pixels % 2
}

impl FrameSink for Mp4 {
    fn keeps_alpha(&self) -> bool {
        false
    }

    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        let (width, height) = (even(info.width), even(info.height));
        if width.max(height) > 3840 || width.min(height) > 2160 || width.min(height) < 16 {
            return Err(bad(format!(
                "{width} x {height}: this encoder writes 16 x 16 to 3840 x 2160 pixels; choose another --size, or \
                 another encoder with --ffmpeg"
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "a hint for the encoder")]
        let rate = info.fps as f32;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let key_every = (info.fps * 2.0).round().clamp(1.0, 1000.0) as u32;
        let config = EncoderConfig::new()
            .skip_frames(false)
            .max_frame_rate(FrameRate::from_hz(rate))
            .usage_type(UsageType::ScreenContentRealTime)
            .rate_control_mode(RateControlMode::Off)
            .complexity(Complexity::Medium)
            .qp(QP)
            // Not there for screen content; asking for them makes the encoder print warnings.
            .adaptive_quantization(false)
            .background_detection(false)
            // One thread: the bytes must not depend on the machine.
            .num_threads(1)
            .intra_frame_period(IntraFramePeriod::from_num_frames(key_every))
            .vui(VuiConfig::bt709());
        let encoder =
            Encoder::with_api_config(OpenH264API::from_source(), config).map_err(io::Error::other)?;
        let muxer = MuxerBuilder::new((self.targets)(0)?)
            .video(VideoCodec::H264, dimension(width)?, dimension(height)?, info.fps)
            .with_fast_start(true)
            .build()
            .map_err(io::Error::other)?;
        self.parts = Some((encoder, muxer));
        self.info = Some(*info);
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::new(Planes)
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        let (Some((encoder, muxer)), Some(info)) = (&mut self.parts, self.info) else {
            return Err(bad("no file"));
        };
        let (width, height) = (even(info.width), even(info.height));
        let count = width * height;
        // `YUVSlices` asserts what is checked here.
        if encoded.len() != count * 3 / 2 {
            return Err(bad("a frame of another size"));
        }
        let (y, rest) = encoded.split_at(count);
        let (u, v) = rest.split_at(count / 4);
        let source = YUVSlices::new((y, u, v), (width, height), (width, width / 2, width / 2));
        let stream = encoder.encode(&source).map_err(io::Error::other)?;
        let key = matches!(stream.frame_type(), FrameType::IDR | FrameType::I);
        #[expect(clippy::cast_precision_loss, reason = "frame numbers are small")]
        let time = self.written as f64 / info.fps;
        muxer.write_video(time, &stream.to_vec(), key).map_err(io::Error::other)?;
        self.written += 1;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        all_there(self.info.map_or(0, |info| info.frames), self.written)?;
        let Some((_, mut muxer)) = self.parts.take() else { return Err(bad("no file")) };
        muxer.finish_in_place().map_err(io::Error::other)?;
        muxer.into_writer().flush()
    }
}

struct Planes;

impl FrameEncoder for Planes {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        let picture = frame.pixels;
        Ok(planes_420(picture, even(picture.width), even(picture.height)).into())
    }
}
