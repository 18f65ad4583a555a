#!/usr/bin/env python3
"""Measures and writes docs/performance.md. See README.md."""
import argparse
import base64
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
    """Cost per layer and frame: the same number of evaluations, spread over more and more layers; and cost per layer of a
    whole run of 600 frames, opening the file included."""
    # Each finds the first layer by name.
    text = 'thisComp.layer("L1").index + 10 * Math.sin(time * 3 + index)'
    layers = lambda count: document([layer(n + 1, text) for n in range(count)])
    empty = least(binary, folder, layers(1), 600, 20)
    found = {}
    for count in [10, 100, 1000, 10000]:
        # What is done once (opening, compiling, the first frames) is in both, so it goes.
        frames = 6_000_000 // count
        two, one = (least(binary, folder, layers(count), n, 5) for n in (2 * frames, frames))
        # A whole run of ten is lost in how long a process takes to start.
        whole = None
        if count >= 100:
            whole = (least(binary, folder, layers(count), 600, 20 if count == 100 else 5) - empty) * 1e6 / (count - 1)
        found[count] = ((two - one) * 1e6 / (count * frames), "-" if whole is None else f"{whole:.1f}")
    return found


VALUES = 1_100_000


def chain(binary, folder):
    """Cost per value of a chain of followers, each a frame behind the one before, and the most memory it takes in MiB.

    A value of follower n at a frame needs those before it at earlier frames, down to the leader and to frames before
    the first: n * frames + n * n / 2 values in all."""
    found = {}
    follow = "thisComp.layer(index - 1).transform.rotation.valueAtTime(time - thisComp.frameDuration)"
    for count in [10, 100, 1000]:
        layers = [layer(1, "time * 10"), *(layer(n + 1, follow) for n in range(1, count))]
        # As many values for each, so that all remember as much.
        frames = (VALUES - count * count // 2) // count
        seconds = least(binary, folder, document(layers), frames, 3)
        memory = resident([binary, "eval", str(folder / "bench.json"), "--all", "--frames", f"0..{frames}", "--format",
                           "none", "--threads", "1"]) / 1024
        seconds -= least(binary, folder, document(layers[:1]), 1)
        found[count] = (seconds * 1e6 / (count * frames + count * count / 2), memory)
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


def points(chance, count):
    number = lambda: round(chance.uniform(-100, 100), 3)
    return [[number(), number()] for _ in range(count)]


def morph(chance, count, frame):
    """A key of a path."""
    shape = {"i": points(chance, count), "o": points(chance, count), "v": points(chance, count), "c": True}
    return {"t": frame, "s": [shape], "i": {"x": 0.833, "y": 0.833}, "o": {"x": 0.167, "y": 0.167}}


def shape_layer(number, position, path):
    one = layer(number, None)
    one["ty"] = 4
    one["ks"]["p"] = position
    one["shapes"] = [{"ty": "gr", "nm": "Group 1", "it": [
        {"ty": "sh", "nm": "Path 1", "ks": {"a": 1, "k": path}},
        {"ty": "fl", "nm": "Fill 1", "c": still([0.2, 0.4, 0.6, 1]), "o": still(100), "r": 1},
        {"ty": "tr", "p": still([0, 0]), "a": still([0, 0]), "s": still([100, 100]), "r": still(0),
         "o": still(100)}]}]
    return one


def written(folder, name, data):
    file = folder / f"{name}.json"
    file.write_text(json.dumps(data, separators=(",", ":")))
    return file


def filled(make):
    """Layers of `make(number)` until they are 5 MB."""
    layers, size = [], 0
    while size < 5_000_000:
        layers.append(make(len(layers) + 1))
        size += len(json.dumps(layers[-1], separators=(",", ":")))
    return document(layers)


def large(folder):
    """Three files of 5 MB: small morphing paths and keyed positions; paths of 20 to 60 points with a key per frame;
    embedded pictures."""
    chance = random.Random(1)
    number = lambda: round(chance.uniform(0, 1000), 3)
    key = lambda t: {"t": t, "s": [number(), number(), 0],
                     "i": {"x": [0.833], "y": [0.833]}, "o": {"x": [0.167], "y": [0.167]}}
    mixed = filled(lambda n: shape_layer(n, {"a": 1, "k": [key(5 * t) for t in range(30)]},
                                         [morph(chance, 8, 10 * t) for t in range(10)]))
    paths = filled(lambda n: shape_layer(n, still([0, 0]),
                                         [morph(chance, 20 + n * 7 % 41, t) for t in range(30)]))
    pictures = document([{**layer(n + 1, None), "ty": 2, "refId": f"i{n}"} for n in range(10)])
    pictures["assets"] = [
        {"id": f"i{n}", "w": 100, "h": 100, "e": 1, "u": "",
         "p": "data:image/png;base64," + base64.b64encode(chance.randbytes(375_000)).decode()} for n in range(10)]
    return {name: written(folder, name.replace(" ", "-"), data) for name, data in [
        ("keyed positions and small paths", mixed), ("paths with a key per frame", paths),
        ("embedded pictures", pictures)]}


def importing(binary, file, repeat=25):
    """Milliseconds of import and of compiling, the least of several runs; bytes of the timeline and of its document."""
    best, sizes = [1e9, 1e9], (0, 0)
    for _ in range(repeat):
        run = subprocess.run([binary, "eval", str(file), "--expr", "1", "--timing", "--format", "none", "--threads", "1",
                              "--findings", "json"], capture_output=True, text=True, check=False)
        for line in run.stderr.splitlines():
            found = json.loads(line).get("timing") if line.startswith("{") else None
            if found:
                best = [min(best[0], found["import_ms"]), min(best[1], found["compile_ms"])]
                sizes = (found["timeline_bytes"], found["document_bytes"])
    return *best, *sizes


def resident(command):
    """Most memory of a process, in KiB."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:]); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return int(subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True,
                              check=False).stdout.split()[-1])


def lottie_web(modules, folder):
    """What lottie-web takes in this run (see peer.js), or why that is not known."""
    if modules is None:
        return {}, "not measured in this run (`--peer`)"
    command = ["node", str(Path(__file__).parent / "peer.js"), str(modules), str(folder)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        found = json.loads(run.stdout)
    except (OSError, ValueError):
        return {}, "could not be run"
    return found["microseconds"], f"{found['lottie']} in Node {found['node']}"


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
    parser.add_argument("--peer", type=Path, help="folder whose node_modules has lottie-web and jsdom")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "docs" / "performance.md")
    args = parser.parse_args()
    binary, load, begun = args.binary, os.getloadavg()[0], time.time()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        auto = scenarios.measure(binary, args.scenarios, repeat=30)
        peer, peer_name = lottie_web(args.peer, args.scenarios)
        script = scenarios.measure(binary, args.scenarios, frames=30, repeat=3, tier="script")
        covered = captured(coverage.main, binary, args.corpus)
        layers, followers = scaling(binary, folder), chain(binary, folder)
        small = written(folder, "small", document([layer(1, "time * 10")]))
        rig = written(folder, "rig", document([layer(n + 1, "value + wiggle(2, 30) * index") for n in range(20)]))
        starts = {
            name: (1e3 * wall([binary, "eval", str(file), "--all", "--frames", "0..1", "--format", "none"], 20),
                   1e3 * min(scenarios.seconds(binary, file, 1) for _ in range(10)))
            for name, file in [("one layer", small), ("a rig of 20 expressions", rig)]}
        opened = {name: (file.stat().st_size, *importing(binary, file)) for name, file in large(folder).items()}
        pumped = args.corpus / "rlottie__pumped_up.json"
        once = None
        if pumped.exists():
            once = wall(bake(binary, pumped, folder, 0), 3)
            opened["rlottie__pumped_up.json"] = (pumped.stat().st_size, *importing(binary, pumped))
        many = written(folder, "many", document([layer(n + 1, "value + Math.sin(time + index)") for n in range(1000)]))
        opened["1,000 layers with an expression"] = (many.stat().st_size, *importing(binary, many))
        baked = {name: [wall(bake(binary, args.scenarios / f"{name}.raw.json", folder, n, "0..600"), 3) for n in (1, 2)]
                 for name in "abe"}
    percent = [float(n) for n in re.findall(r"\(([\d.]+) %\)", covered)]
    steady = [one for one, _ in layers.values()]
    flat = max(steady) / min(steady) - 1
    grows = followers[1000][0] / followers[100][0]
    rates = {name: size / 1e3 / read for name, (size, read, *_) in opened.items() if size > 4_000_000}
    threads = {name: one / two for name, (one, two) in baked.items()}
    targets = [(f"scenario {name}, us", max(auto[name, "raw"], auto[name, "expr"]), "<=", limit, ".3f")
               for name, limit in scenarios.TARGET.items()]
    targets += [
        ("properties in the numeric tier, %", percent[0], ">=", 93, ".1f"),
        ("texts in the numeric tier, %", percent[1], ">=", 75, ".1f"),
        ("10 to 10,000 layers, difference of the cost per layer, %", 100 * flat, "<=", 10, ".0f"),
        ("a chain of 1,000 followers against one of 100, per value", grows, "<=", 1.25, ".2f"),
        ("two threads, 600 frames baked, times faster", min(threads.values()), ">=", 1.8, ".2f"),
        *((f"import of 5 MB, {name}, MB/s", rate, ">=", 150, ".0f") for name, rate in rates.items()),
        ("eval of a small rig, the whole process, ms", max(one for one, _ in starts.values()), "<=", 15, ".1f"),
    ]
    if once is not None:
        targets.append(("bake of rlottie__pumped_up.json, s", once, "<=", 0.5, ".2f"))
    met = lambda value, way, limit: value <= limit if way == "<=" else value >= limit
    summary = "\n".join(
        f"| {name} | {value:{form}} | {'at most' if way == '<=' else 'at least'} {limit} | "
        f"{'met' if met(value, way, limit) else 'not met'} |"
        for name, value, way, limit, form in targets)
    lines = lambda form, found: "\n".join(form.format(name, *values) for name, values in found.items())
    text = f"""# Performance

Made by `benches/expressions/report.py` on {datetime.date.today().isoformat()} in {time.time() - begun:.0f} s:
{os.cpu_count()} cores ({model()}), load {load:.1f} at the start. Figures are processor time of whole processes, the
least of several runs; on a busy machine they are too high, the ratios less so.

## Targets

| what | measured | target | |
|---|---|---|---|
{summary}

## One evaluation

`inbetween eval X.FORM.json --all --frames 0..600 --format none --threads 1`, minus the same on `X.none.json`, divided
by the number of evaluations. Scenario c is a text selector: `--text 'layer("txt")'` in place of `--all`, per character.

lottie-web: {peer_name}, the pass that computes values alone, processor time (`node benches/expressions/peer.js`);
beside it what its benchmark in Chromium gave. The ratio is that of the same run, where there is one. lottie-web itself
runs no text selectors: its c is that of a build with the missing call put back.

{scenarios.table(auto, peer)}

The same in the script tier (`--tier script`), 30 frames:

{scenarios.table(script, peer)}

## What takes the numeric tier

{covered}
## Layers

Each with an expression that finds a layer by name. Per frame: twelve million evaluations against six million, so that
what is done once does not count. The whole run: `eval --all --frames 0..600`, opening the file included, less the same
with one layer.

| layers | us per layer and frame | us per layer, whole run |
|---|---|---|
{lines("| {} | {:.4f} | {} |", layers)}

## A chain of followers, each a frame behind the one before

`valueAtTime(time - thisComp.frameDuration)` of the layer above, {VALUES:,} values for each chain; what the first frames
need of the frames before them counts as values too.

| followers | us per value | most memory, MiB |
|---|---|---|
{lines("| {} | {:.3f} | {:.0f} |", followers)}

## Threads

`inbetween bake X.raw.json --frames 0..600`, on the clock:

| scenario | one thread, s | two threads, s | times faster |
|---|---|---|---|
{lines("| {} | {:.2f} | {:.2f} | {:.2f} |", {name: (*two, threads[name]) for name, two in baked.items()})}

## Opening files

`inbetween eval FILE --expr 1 --timing`, and what the opened file then takes in memory. A clone of a `Timeline` or
another session shares both.

| file | MB | import, ms | MB/s | compiling, ms | timeline, KiB | document and text, KiB |
|---|---|---|---|---|---|---|
{lines("| {} | {:.2f} | {:.2f} | {:.0f} | {:.2f} | {:.0f} | {:.0f} |", {
    name: (size / 1e6, read, size / 1e3 / read, compiled, own / 1024, held / 1024)
    for name, (size, read, compiled, own, held) in opened.items()})}

## Start to end

`inbetween eval FILE --all --frames 0..1 --format none`, the whole process:

| file | on the clock, ms | processor time, ms |
|---|---|---|
{lines("| {} | {:.1f} | {:.1f} |", starts)}

## Running this

    python3 benches/expressions/report.py INBETWEEN --scenarios FOLDER --corpus FOLDER [--peer FOLDER]
"""
    args.out.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
