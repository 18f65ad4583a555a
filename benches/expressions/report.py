#!/usr/bin/env python3
"""Measures and writes docs/performance.md. See README.md."""
import argparse
import datetime
import io
import json
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
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


def still(k):
    return {"a": 0, "k": k}


def layer(number, rotation):
    return {"ty": 3, "ind": number, "nm": f"L{number}", "ip": 0, "op": 600, "st": 0, "sr": 1, "ks": {
        "p": still([0, 0]), "a": still([0, 0]), "s": still([100, 100]), "o": still(100),
        "r": {"a": 0, "k": 0, **({"x": rotation} if rotation else {})}}}


def document(layers):
    return {"v": "5.12.0", "fr": 60, "ip": 0, "op": 600, "w": 100, "h": 100, "layers": layers}


def least(binary, folder, data, frames, repeat=3):
    file = folder / "bench.json"
    file.write_text(json.dumps(data))
    return min(scenarios.seconds(binary, file, frames) for _ in range(repeat))


def scaling(binary, folder):
    """Cost per layer and frame: the same number of evaluations, spread over more and more layers."""
    found = {}
    for count, frames in [(10, 60000), (100, 6000), (1000, 600), (10000, 60)]:
        layers = lambda text: document([layer(n + 1, text) for n in range(count)])
        # Each finds the first layer by name.
        text = 'thisComp.layer("L1").index + 10 * Math.sin(time * 3 + index)'
        # Opening the file is apart: one frame of the same file.
        all_, one = (least(binary, folder, layers(text), n) for n in (frames, 1))
        found[count] = (all_ - one) * 1e6 / (count * (frames - 1))
    return found


def chain(binary, folder):
    """Cost per value of a chain of followers, each a frame behind the one before.

    A value of follower n at a frame needs those before it at earlier frames, down to the leader and to frames before
    the first: n * frames + n * n / 2 values in all."""
    found = {}
    for count in [10, 100, 1000]:
        follow = "thisComp.layer(index - 1).transform.rotation.valueAtTime(time - thisComp.frameDuration)"
        layers = [layer(1, "time * 10"), *(layer(n + 1, follow) for n in range(1, count))]
        frames = 600
        seconds = least(binary, folder, document(layers), frames, 2) - least(binary, folder, document(layers[:1]), 1)
        found[count] = seconds * 1e6 / (count * frames + count * count / 2)
    return found


def wall(command, repeat):
    def once():
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return time.perf_counter() - start
    return min(once() for _ in range(repeat))


def bake(binary, file, folder, threads, frames=None):
    command = [str(binary), "bake", str(file), "-o", str(folder / "baked.json"), "--threads", str(threads)]
    return command + (["--frames", frames] if frames else [])


def large(folder):
    """A file of 5 MB: layers with keyed positions and morphing paths."""
    chance = random.Random(1)
    number = lambda low, high: round(chance.uniform(low, high), 3)
    point = lambda: [number(-100, 100), number(-100, 100)]
    key = lambda t: {"t": t, "s": [number(0, 1000), number(0, 1000), 0],
                     "i": {"x": [0.833], "y": [0.833]}, "o": {"x": [0.167], "y": [0.167]}}
    shape = lambda t: {"t": t, "s": [{"i": [point() for _ in range(8)], "o": [point() for _ in range(8)],
                                      "v": [point() for _ in range(8)], "c": True}],
                       "i": {"x": 0.833, "y": 0.833}, "o": {"x": 0.167, "y": 0.167}}
    layers, size = [], 0
    while size < 5_000_000:
        one = layer(len(layers) + 1, None)
        one["ty"] = 4
        one["ks"]["p"] = {"a": 1, "k": [key(5 * t) for t in range(30)]}
        one["shapes"] = [{"ty": "gr", "nm": "Group 1", "it": [
            {"ty": "sh", "nm": "Path 1", "ks": {"a": 1, "k": [shape(10 * t) for t in range(10)]}},
            {"ty": "fl", "nm": "Fill 1", "c": still([0.2, 0.4, 0.6, 1]), "o": still(100), "r": 1},
            {"ty": "tr", "p": still([0, 0]), "a": still([0, 0]), "s": still([100, 100]), "r": still(0),
             "o": still(100)}]}]
        layers.append(one)
        size += len(json.dumps(one, separators=(",", ":")))
    file = folder / "large.json"
    file.write_text(json.dumps(document(layers), separators=(",", ":")))
    return file


def importing(binary, file, repeat=7):
    """Milliseconds of import and of compiling, the least of several runs."""
    best = [1e9, 1e9]
    for _ in range(repeat):
        run = subprocess.run([str(binary), "eval", str(file), "--expr", "1", "--timing", "--threads", "1"],
                             capture_output=True, text=True, check=False)
        found = re.search(r"import ([\d.]+) ms, compile ([\d.]+) ms", run.stderr)
        if found:
            best = [min(a, float(b)) for a, b in zip(best, found.groups())]
    return best


def resident(binary, file):
    """Most memory of a process that opens a file and evaluates one constant, in KiB."""
    command = [str(binary), "eval", str(file), "--expr", "1", "--format", "none", "--threads", "1"]
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:]); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return int(subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True,
                              check=False).stdout.split()[-1])


def model():
    try:
        found = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
        return found.group(1) if found else platform.machine()
    except OSError:
        return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--scenarios", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "docs" / "performance.md")
    args = parser.parse_args()
    binary, load, begun = args.binary, os.getloadavg()[0], time.time()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        auto = scenarios.measure(binary, args.scenarios, repeat=8)
        script = scenarios.measure(binary, args.scenarios, frames=30, repeat=1, tier="script")
        covered = captured(coverage.main, binary, args.corpus)
        layers, followers = scaling(binary, folder), chain(binary, folder)
        small = folder / "small.json"
        small.write_text(json.dumps(document([layer(1, "time * 10")])))
        start = 1e3 * wall([binary, "eval", str(small), "--all", "--frames", "0..1", "--format", "none"], 20)
        big = large(folder)
        read, compiled = importing(binary, big)
        rate = big.stat().st_size / 1e6 / (read / 1e3)
        empty, held = resident(binary, small), resident(binary, big)
        many = folder / "many.json"
        many.write_text(json.dumps(document([layer(n + 1, "value + Math.sin(time + index)") for n in range(1000)])))
        rig = resident(binary, many)
        pumped = args.corpus / "rlottie__pumped_up.json"
        once = wall(bake(binary, pumped, folder, 0), 3) if pumped.exists() else None
        heavy = args.scenarios / "b.raw.json"
        one, two = (wall(bake(binary, heavy, folder, n, "0..600"), 3) for n in (1, 2))
    percent = [float(n) for n in re.findall(r"\(([\d.]+) %\)", covered)]
    flat = max(layers.values()) / min(layers.values()) - 1
    grows = followers[1000] / followers[100]
    targets = [(f"scenario {name}, us", max(auto[name, "raw"], auto[name, "expr"]), "<=", limit, ".3f")
               for name, limit in scenarios.TARGET.items()]
    targets += [
        ("properties in the numeric tier, %", percent[0], ">=", 93, ".1f"),
        ("texts in the numeric tier, %", percent[1], ">=", 75, ".1f"),
        ("10 to 10,000 layers, difference of the cost per layer, %", 100 * flat, "<=", 10, ".0f"),
        ("a chain of 1,000 followers against one of 100, per value", grows, "<=", 1.25, ".2f"),
        ("two threads, 600 frames baked, times faster", one / two, ">=", 1.8, ".2f"),
        ("import of 5 MB, MB/s", rate, ">=", 150, ".0f"),
        ("eval of a small file, the whole process, ms", start, "<=", 15, ".1f"),
    ]
    if once is not None:
        targets.append(("bake of rlottie__pumped_up.json, s", once, "<=", 0.5, ".2f"))
    met = lambda value, way, limit: value <= limit if way == "<=" else value >= limit
    summary = "\n".join(
        f"| {name} | {value:{form}} | {'at most' if way == '<=' else 'at least'} {limit} | "
        f"{'met' if met(value, way, limit) else 'not met'} |"
        for name, value, way, limit, form in targets)
    rows = lambda found: "\n".join(f"| {count} | {value:.3f} |" for count, value in found.items())
    text = f"""# Performance

Made by `benches/expressions/report.py` on {datetime.date.today().isoformat()} in {time.time() - begun:.0f} s:
{os.cpu_count()} cores ({model()}), load {load:.1f} at the start. Figures are processor time of whole processes, the
least of several runs; on a busy machine they are too high, the ratios less so. lottie-web's figures are its own
benchmark's on the same kind of machine.

## Targets

| what | measured | target | |
|---|---|---|---|
{summary}

## One evaluation

`inbetween eval X.FORM.json --all --frames 0..600 --format none --threads 1`, minus the same on `X.none.json`, divided
by the number of evaluations. Scenario c is a text selector: `--text 'layer("txt")'` in place of `--all`, per character.

{scenarios.table(auto)}

The same in the script tier (`--tier script`), 30 frames:

{scenarios.table(script)}

## What takes the numeric tier

{covered}
## Layers

Each with an expression that finds a layer by name; opening the file does not count.

| layers | us per layer and frame |
|---|---|
{rows(layers)}

## A chain of followers, each a frame behind the one before

600 frames; what the first frames need of the frames before them counts as values too.

| followers | us per value |
|---|---|
{rows(followers)}

## Threads

`inbetween bake b.raw.json --frames 0..600`: {one:.2f} s with `--threads 1`, {two:.2f} s with `--threads 2`.

## Opening files

A file of {rate * read / 1e3:.1f} MB of keyframes (`eval --expr 1 --timing`): import {read:.1f} ms, that is {rate:.0f} MB/s;
compiling {compiled:.1f} ms.

`inbetween eval` of one expression in a file of one layer, the whole process: {start:.1f} ms.

## Memory

Most memory of a process that opens a file and evaluates a constant, less that of a file with one layer
({empty / 1024:.1f} MiB): {(held - empty) / 1024:.1f} MiB for the file of 5 MB (its text included), {(rig - empty) / 1000:.1f} KiB per layer with
an expression for 1,000 such layers. A second session of a `Timeline` shares all of it; an idle one holds a few hundred
bytes.
"""
    args.out.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
