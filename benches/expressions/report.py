#!/usr/bin/env python3
"""Measures and writes docs/performance.md. See README.md."""
import argparse
import datetime
import io
import json
import os
import platform
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import coverage
import scenarios


def captured(main, *arguments):
    """What a script prints."""
    out, before = io.StringIO(), sys.argv
    sys.argv = ["", *map(str, arguments)]
    with redirect_stdout(out):
        main()
    sys.argv = before
    return out.getvalue()


def layer(number, rotation):
    still = lambda k: {"a": 0, "k": k}
    return {"ty": 3, "ind": number, "nm": f"L{number}", "ip": 0, "op": 600, "st": 0, "sr": 1, "ks": {
        "p": still([0, 0]), "a": still([0, 0]), "s": still([100, 100]), "o": still(100),
        "r": {"a": 0, "k": 0, **({"x": rotation} if rotation else {})}}}


def document(layers):
    return {"v": "5.12.0", "fr": 60, "ip": 0, "op": 600, "w": 100, "h": 100, "layers": layers}


def least(binary, folder, data, frames, repeat=2):
    file = folder / "bench.json"
    file.write_text(json.dumps(data))
    return min(scenarios.seconds(binary, file, frames) for _ in range(repeat))


def scaling(binary, folder):
    rows = ["| layers | us per layer and frame |", "|---|---|"]
    for count, frames in [(10, 6000), (100, 600), (1000, 60), (10000, 6)]:
        times = [
            least(binary, folder, document([layer(n + 1, text) for n in range(count)]), frames)
            for text in ["value + 10 * Math.sin(time * 3 + index)", None]
        ]
        rows.append(f"| {count} | {(times[0] - times[1]) * 1e6 / (count * frames):.3f} |")
    return "\n".join(rows)


def chain(binary, folder):
    rows = ["| followers | us per follower and frame |", "|---|---|"]
    for count in [10, 100]:
        follow = "thisComp.layer(index - 1).transform.rotation.valueAtTime(time - thisComp.frameDuration)"
        layers = [layer(1, "time * 10"), *(layer(n + 1, follow) for n in range(1, count))]
        frames = 60
        seconds = least(binary, folder, document(layers), frames)
        rows.append(f"| {count} | {seconds * 1e6 / (count * frames):.3f} |")
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--scenarios", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "docs" / "performance.md")
    args = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        small = folder / "small.json"
        small.write_text(json.dumps(document([layer(1, "time * 10")])))
        start = min(scenarios.seconds(args.binary, small, 1) for _ in range(10))
        text = f"""# Performance

Made by `benches/expressions/report.py` on {datetime.date.today().isoformat()}: {os.cpu_count()} cores
({platform.machine()}), load {load:.1f} while measuring. Figures are processor time; on a busy machine they are too
high, the ratios less so. lottie-web's figures are its own benchmark's on the same kind of machine.

## One evaluation

`inbetween eval X.FORM.json --all --frames 0..600 --format none --threads 1`, minus the same on `X.none.json`, divided
by the number of evaluations. Scenario c is a text selector, which `eval --all` does not run.

{captured(scenarios.main, args.binary, args.scenarios, "--repeat", "2")}
The same in the script tier (`--tier script`), 30 frames:

{captured(scenarios.main, args.binary, args.scenarios, "--tier", "script", "--frames", "30", "--repeat", "1")}
## What takes the numeric tier

{captured(coverage.main, args.binary, args.corpus)}
## Layers

{scaling(args.binary, folder)}

## A chain of followers, each a frame behind the one before

{chain(args.binary, folder)}

## Start-up

`inbetween eval` of one expression in a file of one layer, the whole process: {1e3 * start:.1f} ms.
"""
    args.out.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
