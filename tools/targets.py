#!/usr/bin/env python3
"""Bakes files for every player and tabulates what came of it.

    tools/targets.py BINARY FILES... [--targets any,telegram,...] [-o docs/conformance/targets.md]

Per file and player: whether it is baked, rewritten and lost features, the worst error as a part of what is allowed
(measured on the finished file by `--proof`), seconds, and bytes of the finished file against two others, both with a
straight key on every frame in the place of each expression (`bake --every-frame`): the same file, minified, its numbers
rounded to as many decimals; and the same file also rewritten for the player and written without idle fields, as ours is.
"""
import argparse, concurrent.futures, json, os, statistics, subprocess, sys, tempfile, time

TARGETS = "lottie-ios lottie-android telegram rlottie skottie thorvg lottie-web-light any".split()


def minified(value, decimals):
    """JSON without spaces, its numbers rounded."""
    def rounded(value):
        if isinstance(value, dict):
            return {key: rounded(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [rounded(inner) for inner in value]
        if isinstance(value, float):
            value = round(value, decimals)
            return int(value) if value == int(value) else value
        return value

    return json.dumps(rounded(value), separators=(",", ":"), ensure_ascii=False)


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
        lines = run.stderr.decode(errors="replace").strip().splitlines()
        row["why"] = lines[-1] if lines else f"exit code {run.returncode}"
        return row
    report = json.loads(run.stdout)
    plain, ours = out + ".plain.json", out + ".ours" + os.path.splitext(out)[1]
    every = [binary, "bake", path, "--every-frame", "--format", "json", "--findings", "json", "--threads", "1", "-o"]
    subprocess.run([*every, plain], capture_output=True, timeout=900)
    full = len(minified(json.load(open(plain)), report["decimals"]).encode())
    run = subprocess.run([*every, ours, "--target", target, "--tolerance", str(report["tolerance"])],
                         capture_output=True, timeout=900)
    full_ours = json.loads(run.stdout)["json_bytes_after"]
    evidence = json.load(open(proof)) if os.path.exists(proof) else {"properties": [], "frames": []}
    worst = next((p["property"] for p in evidence["properties"] if p["error"] is not None), "")
    shares = [p["error"] / p["tolerance"] for p in evidence["properties"] if p["error"] is not None and p["tolerance"]]
    errors = [f for f in report["lost"] or [] if f["severity"] == "error"]
    row |= {
        "bytes": report["json_bytes_after"], "full": full, "full_ours": full_ours, "before": report["json_bytes_before"],
        "worst": max(shares, default=0.0), "where": worst, "measured": len(shares), "properties": len(evidence["properties"]),
        "picture": max((f["mean_difference_percent"] for f in evidence["frames"]), default=0.0),
        "rewritten": len({c["feature"] for c in report["rewritten"]}), "lost": len(report["lost"] or []) - len(errors),
        "refused": len(errors), "codes": sorted({f["code"] for f in errors}), "fits": report["fits"],
    }
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    targets = args.targets.split(",")
    rows = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        work = [pool.submit(bake, args.binary, path, target, folder) for path in args.files for target in targets]
        for done in concurrent.futures.as_completed(work):
            rows.append(done.result())
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    text = ["# Files baked for players", "",
            f"{len(args.files)} files with expressions. *Bytes*: the finished JSON against the same file with a straight key "
            "on every frame in the place of each expression (`bake --every-frame`), minified, its numbers rounded to as "
            "many decimals. *Stricter*: against that file when it is also rewritten for the player and written without idle "
            "fields, as ours is: what the keys alone save. *Worst*: the largest error of a property in the finished file as "
            "a part of what is allowed (1.00 is the tolerance; measured at whole and half frames). *Picture*: the largest "
            "mean difference from the original of any frame, drawn by us, in percent of full scale: what a player lacks "
            "and cannot be rewritten is left out of the file and counts here. *Kept*: the player refuses nothing of the "
            "file; for Telegram all of its rules hold (3 seconds among them). Made by `tools/targets.py`.", "",
            "| target | baked | kept | bytes, median | bytes, all | stricter, median | worst | picture, median | picture, worst "
            "| seconds, median | seconds, all |",
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for target in targets:
        mine = [row for row in rows if row["target"] == target]
        good = [row for row in mine if row["baked"]]
        if not good:
            text.append(f"| {target} | 0 of {len(mine)} |" + " - |" * 9)
            continue
        share = [100 * row["bytes"] / row["full"] for row in good]
        strict = [100 * row["bytes"] / row["full_ours"] for row in good]
        whole = 100 * sum(row["bytes"] for row in good) / sum(row["full"] for row in good)
        kept = sum(row["refused"] == 0 and row["fits"] for row in good)
        seconds = [row["seconds"] for row in good]
        text.append(f"| {target} | {len(good)} of {len(mine)} | {kept} | {statistics.median(share):.1f} % | {whole:.1f} % | "
                    f"{statistics.median(strict):.1f} % | {max(row['worst'] for row in good):.2f} | "
                    f"{statistics.median(row['picture'] for row in good):.3f} | "
                    f"{max(row['picture'] for row in good):.2f} | {statistics.median(seconds):.1f} | {sum(seconds):.0f} |")
    failed = [row for row in rows if not row["baked"]]
    if failed:
        text += ["", "Not baked:", ""] + [f"- {row['file']} for {row['target']}: {row['why']}" for row in failed]
    if "telegram" in targets:
        why = {}
        for row in rows:
            if row["target"] == "telegram" and row["baked"]:
                for code in row["codes"]:
                    why.setdefault(code, []).append(row["file"])
        text += ["", "## Why Telegram refuses files", "", "| what is left | files |", "|---|---:|"]
        text += [f"| {code} | {len(set(files))} |" for code, files in sorted(why.items(), key=lambda one: -len(set(one[1])))]
    text += ["", "## By file, for every player (`any`)", "",
             "| file | bytes | of a key per frame | stricter | rewritten | lost | worst | picture |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    chosen = "any" if "any" in targets else targets[0]
    for row in sorted((row for row in rows if row["target"] == chosen and row["baked"]), key=lambda row: row["file"]):
        text.append(f"| {row['file']} | {row['bytes']} | {100 * row['bytes'] / row['full']:.1f} % | "
                    f"{100 * row['bytes'] / row['full_ours']:.1f} % | {row['rewritten']} | {row['lost']} | "
                    f"{row['worst']:.2f} | {row['picture']:.3f} |")
    if args.output:
        open(args.output, "w").write("\n".join(text) + "\n")
    print("\n".join(text[:6 + len(targets)]))


if __name__ == "__main__":
    main()
