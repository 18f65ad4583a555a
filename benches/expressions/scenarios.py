#!/usr/bin/env python3
"""Processor time of one evaluation, by scenario: eval of X.FORM.json minus eval of X.none.json.

    scenarios.py INBETWEEN FOLDER [--repeat N] [--frames N] [--tier TIER]

FOLDER holds the files of the lottie-web scenarios a to f (see the README beside this script). Prints a table of
microseconds per evaluation, the least of N runs each, for raw and Bodymovin forms. Scenario c is a text selector:
its characters are asked for with --text.
"""
import argparse
import resource
import subprocess
from pathlib import Path

EVALUATIONS = {"a": 200, "b": 200, "c": 200, "d": 200, "e": 50, "f": 10}
TARGET = {"a": 0.05, "b": 0.35, "c": 0.5, "d": 0.09, "e": 2.0, "f": 10.0}
# lottie-web in Chromium, measured once with the scenarios' own harness; c there is a build of it that can run selectors.
CHROMIUM = {"a": 0.5, "b": 3.7, "c": 12.0, "d": 0.9, "e": 27.0, "f": 127.0}


def used(command):
    """User and system time of a process, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds(binary, file, frames, extra=(), what=("--all",)):
    return used([str(binary), "eval", str(file), *what, "--frames", f"0..{frames}", "--format", "none",
                 "--threads", "1", *extra])


def measure(binary, folder, frames=600, repeat=5, tier="auto"):
    """Microseconds per evaluation by scenario and form."""
    found = {}
    for name, count in EVALUATIONS.items():
        what = ("--text", 'layer("txt")') if name == "c" else ("--all",)
        best = {
            form: min(seconds(binary, folder / f"{name}.{form}.json", frames, ["--tier", tier], what)
                      for _ in range(repeat))
            for form in ["none", "raw", "expr"]
        }
        for form in ["raw", "expr"]:
            found[name, form] = (best[form] - best["none"]) * 1e6 / (count * frames)
    return found


def table(found, peer=None):
    """A row per scenario. `peer`: what lottie-web took in the same run, by scenario; the ratio is against it, and against
    Chromium's figure where there is none."""
    peer = peer or {}
    rows = ["| scenario | raw, us | Bodymovin, us | target | lottie-web, this run | lottie-web, Chromium | ratio |",
            "|---|---|---|---|---|---|---|"]
    for name, target in TARGET.items():
        raw, moved = found[name, "raw"], found[name, "expr"]
        other = peer.get(name, CHROMIUM[name])
        here = f"{peer[name]:.2f}" if name in peer else "-"
        ratio = other / max(raw, moved, 1e-3)
        rows.append(f"| {name} | {raw:.3f} | {moved:.3f} | {target} | {here} | {CHROMIUM[name]} | {ratio:.3g}x |")
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--tier", default="auto")
    args = parser.parse_args()
    print(table(measure(args.binary, args.folder, args.frames, args.repeat, args.tier)))


if __name__ == "__main__":
    main()
