#!/usr/bin/env python3
"""Bakes files for every player and tabulates what came of it.

    tools/targets.py BINARY FILES... [--targets any,telegram,...] [-o docs/conformance/targets.md]

Per file and player: whether it is baked, rewritten and lost features, bytes of the finished file against the same file
with a linear key on every frame in the place of each expression, the worst error as a part of what is allowed (measured
on the finished file by `--proof`), seconds.
"""
import argparse, concurrent.futures, gzip, io, json, os, statistics, subprocess, sys, tempfile, time, zipfile

TARGETS = "lottie-ios lottie-android telegram rlottie skottie thorvg lottie-web-light any".split()


def lottie(path):
    data = open(path, "rb").read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[:2] == b"PK":
        archive = zipfile.ZipFile(io.BytesIO(data))
        name = [n for n in archive.namelist() if n.endswith(".json") and "manifest" not in n][0]
        data = archive.read(name)
    return json.loads(data)


def bake(binary, path, target, folder):
    """One bake; a row of the table."""
    out = os.path.join(folder, f"{os.path.basename(path)}.{target}" + (".tgs" if target == "telegram" else ".json"))
    proof = out + ".proof.json"
    start = time.time()
    try:
        run = subprocess.run([binary, "bake", path, "-o", out, "--target", target, "--format", "json", "--findings", "json",
                              "--proof", proof, "--threads", "1"], capture_output=True, timeout=900)
    except subprocess.TimeoutExpired:
        return {"file": os.path.basename(path), "target": target, "baked": False, "why": "took more than 15 minutes"}
    seconds = time.time() - start
    row = {"file": os.path.basename(path), "target": target, "seconds": seconds, "baked": os.path.exists(out)}
    if not row["baked"]:
        row["why"] = run.stderr.decode(errors="replace")[-160:]
        return row
    report = json.loads(run.stdout)
    evidence = json.load(open(proof)) if os.path.exists(proof) else {"properties": [], "frames": []}
    shares = [p["error"] / p["tolerance"] for p in evidence["properties"] if p["error"] is not None and p["tolerance"]]
    errors = [f for f in report["lost"] or [] if f["severity"] == "error"]
    row |= {
        "bytes": report["json_bytes_after"], "before": report["json_bytes_before"], "worst": max(shares, default=0.0),
        "picture": max((f["mean_difference_percent"] for f in evidence["frames"]), default=0.0),
        "rewritten": len({c["feature"] for c in report["rewritten"]}), "lost": len(report["lost"] or []) - len(errors),
        "refused": len(errors), "fits": report["fits"],
    }
    return row


def spans(data):
    """Values a linear key per frame takes: the number of frames and of numbers of each property with an expression."""
    found = []

    def walk(value, frames):
        if isinstance(value, dict):
            if "op" in value and "ip" in value and "ty" in value:
                frames = max(1, min(frames, value["op"]) - max(0, value["ip"]))
            if isinstance(value.get("x"), str) and "k" in value:
                k = value["k"]
                if isinstance(k, list) and k and isinstance(k[0], dict) and "t" in k[0]:
                    k = k[0].get("s", [0])
                    k = k[0] if isinstance(k, list) and k and isinstance(k[0], dict) else k
                if isinstance(k, dict):
                    k = [n for key in "iov" for point in k.get(key, []) for n in point]
                size = len(k) if isinstance(k, list) else 1
                found.append((int(frames) + 1, size))
            for inner in value.values():
                walk(inner, frames)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, frames)

    walk(data, data["op"] - data["ip"])
    return found


def full_bytes(path):
    """Bytes of the file, minified, with a linear key per frame in the place of each expression, counted: a key of `n`
    numbers of three decimals takes about 58 + 8 n bytes in Bodymovin's form."""
    data = lottie(path)
    keys = sum(frames * (58 + 8 * size) for frames, size in spans(data))

    def strip(value):
        if isinstance(value, dict):
            return {k: strip(v) for k, v in value.items() if not (k == "x" and isinstance(v, str))}
        if isinstance(value, list):
            return [strip(v) for v in value]
        return round(value, 3) if isinstance(value, float) else value

    return len(json.dumps(strip(data), separators=(",", ":"))) + keys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    targets = args.targets.split(",")
    rows = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        work = [pool.submit(bake, args.binary, path, target, folder) for path in args.files for target in targets]
        for done in concurrent.futures.as_completed(work):
            rows.append(done.result())
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    full = {os.path.basename(path): full_bytes(path) for path in args.files}
    text = ["# Files baked for players", "",
            f"{len(args.files)} files. *Bytes*: the finished JSON against the same file, minified, with a linear key per "
            "frame in the place of each expression. *Worst*: the largest error of a property in the finished file as a part "
            "of what is allowed (1.00 is the tolerance). *Picture*: the largest mean difference from the original of any "
            "frame, drawn by us, in percent of full scale; what a player lacks and cannot be rewritten is in it where it "
            "was taken out. *Kept*: nothing is refused and, for Telegram, all of its rules hold. Made by "
            "`tools/targets.py`.", "",
            "| target | baked | kept | bytes, median | bytes, all | worst | picture, median | picture, worst | seconds, median | seconds, all |",
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for target in targets:
        mine = [row for row in rows if row["target"] == target]
        good = [row for row in mine if row["baked"]]
        if not good:
            text.append(f"| {target} | 0 of {len(mine)} |" + " - |" * 8)
            continue
        share = [100 * row["bytes"] / full[row["file"]] for row in good]
        whole = 100 * sum(row["bytes"] for row in good) / sum(full[row["file"]] for row in good)
        kept = sum(row["refused"] == 0 and row["fits"] for row in good)
        seconds = [row["seconds"] for row in good]
        text.append(f"| {target} | {len(good)} of {len(mine)} | {kept} | {statistics.median(share):.1f} % | {whole:.1f} % | "
                    f"{max(row['worst'] for row in good):.2f} | {statistics.median(row['picture'] for row in good):.3f} | "
                    f"{max(row['picture'] for row in good):.2f} | {statistics.median(seconds):.1f} | {sum(seconds):.0f} |")
    failed = [row for row in rows if not row["baked"]]
    if failed:
        text += ["", "Not baked:", ""] + [f"- {row['file']} for {row['target']}: {row['why']}" for row in failed]
    text += ["", "## By file, for every player (`any`)", "", "| file | bytes | of a key per frame | rewritten | lost | worst | picture |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    chosen = "any" if "any" in targets else targets[0]
    for row in sorted((row for row in rows if row["target"] == chosen and row["baked"]), key=lambda row: row["file"]):
        text.append(f"| {row['file']} | {row['bytes']} | {100 * row['bytes'] / full[row['file']]:.1f} % | {row['rewritten']} | "
                    f"{row['lost']} | {row['worst']:.2f} | {row['picture']:.3f} |")
    if args.output:
        open(args.output, "w").write("\n".join(text) + "\n")
    print("\n".join(text[:6 + len(targets)]))


if __name__ == "__main__":
    main()
