#!/usr/bin/env python3
"""Figures over a folder of motion files: how many expressions evaluate, and how small and true the bake is.

    corpus.py BIN FOLDER [-o TABLE.md]

For every file: `BIN check` over the whole duration and `BIN bake`; then the bytes of the baked properties against one
linear key per frame in Bodymovin's form (minified, three decimals) and against the same thinned as Bodymovin does it
(keys on the line between their neighbours dropped). The baked file is evaluated beside the original at every whole and
half frame.
"""
import argparse, json, os, statistics, subprocess, sys, tempfile, time


def run(*args):
    p = subprocess.run(args, capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr


def number(x):
    text = f"{x:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def key(frame, value):
    if isinstance(value, dict):
        shape = lambda pts: "[" + ",".join("[" + ",".join(number(c) for c in p) + "]" for p in pts) + "]"
        s = ('[{"i":%s,"o":%s,"v":%s,"c":%s}]'
             % (shape(value["inTangents"]), shape(value["outTangents"]), shape(value["points"]), str(value["closed"]).lower()))
    elif isinstance(value, list):
        s = "[" + ",".join(number(c) for c in value) + "]"
    elif isinstance(value, str):
        return '{"s":{"t":%s},"t":%d}' % (json.dumps(value), frame)
    else:
        s = "[%s]" % number(value)
    return '{"i":{"x":[0.833],"y":[0.833]},"o":{"x":[0.167],"y":[0.167]},"t":%d,"s":%s}' % (frame, s)


def flat(value):
    if isinstance(value, dict):
        return [c for part in ("points", "inTangents", "outTangents") for p in value[part] for c in p]
    if isinstance(value, list):
        return value
    return [value]


def per_frame(samples):
    return '{"a":1,"k":[' + ",".join(key(f, v) for f, v in samples) + "]}"


def thinned(samples):
    kept = [samples[0]]
    for before, (f, v), after in zip(samples, samples[1:], samples[2:]):
        a, b, c = flat(before[1]), flat(v), flat(after[1])
        numbers = all(isinstance(x, (int, float)) for x in a + b + c) and len(a) == len(b) == len(c)
        straight = numbers and all(abs((x + z) / 2 - y) <= 0.001 * max(1, abs(y)) for x, y, z in zip(a, b, c))
        if not (straight or (not numbers and before[1] == v)):
            kept.append((f, v))
    if len(samples) > 1:
        kept.append(samples[-1])
    return per_frame(kept)


def at(document, path):
    node = document
    for part in path.replace("[", ".[").split("."):
        if part.startswith("["):
            node = node[int(part[1:-1])]
        elif part:
            node = node[part]
    return node


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("bin")
    args.add_argument("folder")
    args.add_argument("-o", "--output")
    args = args.parse_args()
    rows, problems = [], []
    total = {"expressions": 0, "clean": 0, "ours": 0, "frames": 0, "thin": 0, "keys": 0}
    for name in sorted(os.listdir(args.folder)):
        if not name.endswith((".json", ".lottie", ".tgs")):
            continue
        file = os.path.join(args.folder, name)
        _, out, err = run(args.bin, "check", file, "--format", "json")
        check = json.loads(out) if out else {"expressions": 0, "findings": []}
        failing = {}
        for finding in check["findings"]:
            if finding["severity"] == "error" and finding["property"]:
                failing.setdefault((finding["composition"], finding["property"]), finding["message"])
        with tempfile.TemporaryDirectory() as folder:
            baked = os.path.join(folder, "baked.json")
            start = time.monotonic()
            code, out, err = run(args.bin, "bake", file, "-o", baked, "--format", "json")
            seconds = time.monotonic() - start
            if code == 2:
                rows.append((name, check["expressions"], 0, "-", "-", "-", "-", "-", seconds))
                problems.append((name, "", err.strip()))
                continue
            report = json.loads(out)
            document = json.load(open(baked, encoding="utf-8"))
            _, info, _ = run(args.bin, "info", file, "--format", "json")
            spans = {c["name"]: (c["in_point"], c["out_point"]) for c in json.loads(info)["compositions"]}
            first = min(a for a, _ in spans.values())
            last = max(b for _, b in spans.values())
            _, out, _ = run(args.bin, "eval", file, "--all", "--frames", f"{first}..={last}", "--format", "json")
            ours = frames = thin = 0
            ratio_thin = ratio_frames = "-"
            for series in json.loads(out):
                if not series["has_expression"] or not series["path"]:
                    continue
                a, b = spans[series["composition"]]
                samples = [(round(s["frame"]), s["value"]) for s in series["samples"] if a <= s["frame"] <= b]
                if not samples:
                    continue
                try:
                    property = at(document, series["path"])
                except (KeyError, IndexError):
                    continue
                k = property.get("k", property) if isinstance(property, dict) else property
                ours += len(json.dumps({"a": 1, "k": k}, separators=(",", ":"), ensure_ascii=False))
                frames += len(per_frame(samples))
                thin += len(thinned(samples))
            if frames:
                ratio_frames, ratio_thin = f"{100 * ours / frames:.1f} %", f"{100 * ours / thin:.1f} %"
            worst = max((p["error"] / p["tolerance"] for p in report["properties"] if p["tolerance"]), default=0)
            rows.append((name, check["expressions"], check["expressions"] - len(failing), report["keys"],
                         f"{worst:.2f}", f"{report['corner_error']:.2f}", ratio_frames, ratio_thin, seconds))
            for (_, property), message in failing.items():
                problems.append((name, property, message))
            total["expressions"] += check["expressions"]
            total["clean"] += check["expressions"] - len(failing)
            total["ours"] += ours
            total["frames"] += frames
            total["thin"] += thin
            total["keys"] += report["keys"]
            print(f"{name}: {rows[-1][1:]}", file=sys.stderr)
    share = [float(r[6][:-2]) for r in rows if r[6] != "-"]
    share_thin = [float(r[7][:-2]) for r in rows if r[7] != "-"]
    text = [
        "# Expressions and bakes of public files",
        "",
        "Made by `tools/corpus.py`. *Worst* is the largest error at a whole or half frame as a part of what is allowed "
        "(1.00 is the tolerance); *corner* the largest distance of a layer's corner in pixels; *bytes* those of the "
        "baked properties against one linear key per frame, and against the same thinned as the exporter thins it.",
        "",
        f"{total['clean']} of {total['expressions']} properties with expressions evaluate at every frame without an "
        f"error. {total['keys']} keys. Bytes: median {statistics.median(share):.1f} % of a key per frame, "
        f"{statistics.median(share_thin):.1f} % of the thinned form; over all files "
        f"{100 * total['ours'] / total['frames']:.1f} % and {100 * total['ours'] / total['thin']:.1f} %.",
        "",
        "| file | expressions | without error | keys | worst | corner px | bytes | bytes, thinned | seconds |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    text += ["| " + " | ".join(str(c) if not isinstance(c, float) else f"{c:.2f}" for c in row) + " |" for row in rows]
    text += ["", "## Expressions that fail, and why", "", "| file | property | why |", "|---|---|---|"]
    text += ["| " + " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in row) + " |" for row in problems]
    text = "\n".join(text) + "\n"
    if args.output:
        open(args.output, "w", encoding="utf-8").write(text)
    else:
        print(text)


main()
