#!/usr/bin/env python3
"""Processor time of one evaluation, by scenario: eval of X.FORM.json minus eval of X.none.json.

    scenarios.py INBETWEEN FOLDER [--repeat N] [--frames N]

FOLDER holds the files of the lottie-web scenarios a to f (see the README beside this script). Prints a table of
microseconds per evaluation, the least of N runs each, for raw and Bodymovin forms.
"""
import argparse
import resource
import subprocess
from pathlib import Path

EVALUATIONS = {"a": 200, "b": 200, "c": 200, "d": 200, "e": 50, "f": 10}
TARGET = {"a": 0.05, "b": 0.35, "c": 0.5, "d": 0.09, "e": 2.0, "f": 10.0}
PEER = {"a": 0.5, "b": 3.7, "c": 12.0, "d": 0.9, "e": 27.0, "f": 127.0}


def seconds(binary, file, frames, extra=()):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [binary, "eval", str(file), "--all", "--frames", f"0..{frames}", "--format", "none", "--threads", "1", *extra],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--tier", default="auto")
    args = parser.parse_args()
    print("| scenario | raw, us | Bodymovin, us | target | lottie-web | ratio |")
    print("|---|---|---|---|---|---|")
    for name, count in EVALUATIONS.items():
        if name == "c":
            print(f"| c | not run | not run | {TARGET[name]} | {PEER[name]} | |")
            continue
        row = {}
        best = {}
        for form in ["none", "raw", "expr"]:
            file = args.folder / f"{name}.{form}.json"
            best[form] = min(seconds(args.binary, file, args.frames, ["--tier", args.tier]) for _ in range(args.repeat))
        for form in ["raw", "expr"]:
            row[form] = (best[form] - best["none"]) * 1e6 / (count * args.frames)
        print(f"| {name} | {row['raw']:.3f} | {row['expr']:.3f} | {TARGET[name]} | {PEER[name]} | {PEER[name] / max(row['expr'], 1e-9):.0f}x |", flush=True)


if __name__ == "__main__":
    main()
