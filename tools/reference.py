#!/usr/bin/env python3
"""Draws every test file beside its reference pictures and measures the difference.

    reference.py BIN [-d FOLDER] [-o TABLE.md] [--keep FOLDER]

FOLDER holds NAME.json and NAME-XX.png: the picture at frame XX. Compared are premultiplied RGBA bytes: the mean absolute
difference over all channels, and the worst mean of a block of 16 x 16 pixels, both in levels of 255. With --keep,
pictures of those over the limits (reference, ours, difference times 8) are left there.
Needs numpy and pillow.
"""
import argparse, pathlib, subprocess, sys, tempfile

import numpy as np
from PIL import Image

MEAN, BLOCK = 1.0, 16.0


def premultiplied(path):
    pixels = np.asarray(Image.open(path).convert("RGBA")).astype(np.float64)
    pixels[..., :3] *= pixels[..., 3:] / 255.0
    return pixels


def difference(ours, theirs):
    error = np.abs(ours - theirs)
    height, width = error.shape[:2]
    padded = np.zeros(((height + 15) // 16 * 16, (width + 15) // 16 * 16, 4))
    padded[:height, :width] = error
    blocks = padded.reshape(padded.shape[0] // 16, 16, padded.shape[1] // 16, 16, 4).mean(axis=(1, 3, 4))
    return float(error.mean()), float(blocks.max()), error


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("-d", "--data", default=here.parent / "shared/corpus/test-files/data", type=pathlib.Path)
    parser.add_argument("-o", "--output", default=here / "docs/conformance/reference.md", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(args.data.rglob("*.json")):
            for png in sorted(file.parent.glob(file.stem + "-*.png")):
                frame = png.stem[len(file.stem) + 1:]
                if not frame.isdigit():
                    continue
                name = f"{file.relative_to(args.data).with_suffix('')} at {int(frame)}"
                theirs = premultiplied(png)
                out = pathlib.Path(folder) / "frame.png"
                run = subprocess.run(
                    [args.bin, "render", file, "-o", out, "--frame", str(int(frame)), "--quality", "reference",
                     "--size", f"{theirs.shape[1]}x{theirs.shape[0]}"], capture_output=True, text=True)
                findings = [line for line in run.stderr.splitlines() if "[" in line][:1]
                if run.returncode == 2:
                    rows.append((name, 255.0, 255.0, "no picture: " + run.stderr.strip()[:80]))
                    continue
                mean, block, error = difference(premultiplied(out), theirs)
                rows.append((name, mean, block, findings[0].strip() if findings else ""))
                if args.keep and (mean > MEAN or block > BLOCK):
                    args.keep.mkdir(parents=True, exist_ok=True)
                    parts = []
                    for part in (Image.open(png), Image.open(out)):
                        white = Image.new("RGBA", part.size, "white")
                        white.alpha_composite(part.convert("RGBA"))
                        parts.append(np.asarray(white.convert("RGB")))
                    parts.append(np.clip(error[..., :4].max(axis=2, keepdims=True) * 8, 0, 255).astype(np.uint8).repeat(3, 2))
                    Image.fromarray(np.hstack(parts)).save(args.keep / (name.replace("/", "_").replace(" ", "_") + ".png"))
    over = [row for row in rows if row[1] > MEAN or row[2] > BLOCK]
    means = sorted(row[1] for row in rows)
    lines = [
        "# Pictures against references", "",
        "Made by `tools/reference.py`: every test file at the frames of its reference pictures, premultiplied RGBA, in "
        "levels of 255. *mean* is over all channels of the picture, *block* the worst mean of 16 x 16 pixels.", "",
        f"{len(rows)} pictures; mean ≤ {MEAN:g} in {sum(row[1] <= MEAN for row in rows)}, and also no block over "
        f"{BLOCK:g} in {len(rows) - len(over)}. Median of the means {means[len(means) // 2]:.3f}." if rows else "No pictures.", "",
        "| picture | mean | block | |", "|---|---|---|---|",
    ]
    for name, mean, block, note in sorted(rows, key=lambda row: (row[1] <= MEAN and row[2] <= BLOCK, row[0])):
        mark = "over" if mean > MEAN or block > BLOCK else ""
        lines.append(f"| {name} | {mean:.3f} | {block:.2f} | {' '.join(filter(None, (mark, note.replace('|', '/'))))} |")
        if mark:
            print(f"{mean:8.3f} {block:8.2f}  {name}  {note}")
    args.output.write_text("\n".join(lines) + "\n")
    print(lines[4])
    return 0 if not over else 1


if __name__ == "__main__":
    sys.exit(main())
