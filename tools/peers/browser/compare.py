#!/usr/bin/env python3
"""Draws the corpus with lottie-web in headless Chromium and with BIN, and writes who differs where and who is right.

    compare.py BIN FOLDER... [-w WORK] [-o TABLE.md] [--only NAME] [--again]

Each file at 8 frames spread over its composition, longer side at most 400 pixels, on white. WORK keeps lottie-web's
pictures (drawn once; --again draws anew) and contact sheets of the files over the limit, ours above theirs. `draw.js`
holds the browser's part, `judgements.tsv` who is right and why. Exit status 1 when a file over the limit has no
judgement. Needs numpy, pillow, node, chromium, and `npm install` in this folder (or NODE_PATH).
"""
import argparse, base64, gzip, io, json, mimetypes, pathlib, subprocess, sys, zipfile

import numpy as np
from PIL import Image

LIMIT, FRAMES, LONGEST = 2.0, 8, 400
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent


def read(file):
    """The animation as the player takes it: JSON, with the images of a dotLottie inside it."""
    data = file.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[:2] != b"PK":
        return json.loads(data.decode("utf-8-sig"))
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        names = pack.namelist()
        manifest = json.loads(pack.read("manifest.json"))
        first = manifest["animations"][0]["id"]
        animation = json.loads(pack.read(next(n for n in names if n in (f"animations/{first}.json", f"a/{first}.json"))))
        for asset in animation.get("assets", []):
            name = asset.get("p", "")
            inside = next((n for n in names if n.split("/")[0] in ("images", "i") and n.endswith("/" + name)), None)
            if name and inside and not name.startswith("data:"):
                kind = mimetypes.guess_type(name)[0] or "image/png"
                asset.update(u="", e=1, p=f"data:{kind};base64,{base64.b64encode(pack.read(inside)).decode()}")
        return animation


def pixels(path):
    picture = Image.open(path).convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return np.asarray(white.convert("RGB")).astype(np.float64)


def job(file, work):
    animation = read(file)
    width, height = animation["w"], animation["h"]
    scale = min(1.0, LONGEST / max(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    first, last = animation.get("ip", 0), animation.get("op", 1)
    frames = sorted({int(first + (last - first) * (2 * i + 1) / (2 * FRAMES)) for i in range(FRAMES)})
    folder = work / file.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "animation.json").write_text(json.dumps(animation))
    return {"file": str(folder / "animation.json"), "width": size[0], "height": size[1], "first": first,
            "frames": [[frame, str(folder / f"theirs-{frame}.png")] for frame in frames]}, folder


def judgements():
    rows = {}
    for line in (HERE / "judgements.tsv").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, right, why = line.split("\t")
            rows[name] = (right, why)
    return rows


def sheet(pairs, path):
    cells = [np.vstack([ours, np.zeros((2, ours.shape[1], 3)), theirs]) for ours, theirs in pairs]
    gap = np.zeros((cells[0].shape[0], 2, 3))
    row = np.hstack([part for cell in cells for part in (cell, gap)])
    picture = Image.fromarray(row.astype(np.uint8))
    picture.thumbnail((2000, 2000))
    picture.save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("-w", "--work", default="browser-work", type=pathlib.Path)
    parser.add_argument("-o", "--output", default=ROOT / "docs/conformance/browser.md", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--again", action="store_true")
    args = parser.parse_args()
    files = sorted(f for folder in args.folders for f in folder.iterdir()
                   if f.suffix in (".json", ".lottie", ".tgs") and (not args.only or args.only in f.name))
    if not files:
        print("skipped: no corpus there")
        return 0
    jobs = [(file, *job(file, args.work)) for file in files]
    missing = [j for _, j, _ in jobs if args.again or not all(pathlib.Path(p).exists() for _, p in j["frames"])]
    if missing:
        (args.work / "jobs.json").write_text(json.dumps(missing))
        with open(args.work / "errors.jsonl", "a") as log:
            subprocess.run(["node", HERE / "draw.js", args.work / "jobs.json"], check=True, stdout=log)
    errors = {}
    log = args.work / "errors.jsonl"
    for line in log.read_text().splitlines() if log.exists() else []:
        row = json.loads(line)
        errors[row["file"]] = row["errors"]
    judged, rows, unjudged = judgements(), [], []
    for file, task, folder in jobs:
        pairs, means = [], []
        for frame, png in task["frames"]:
            out = folder / f"ours-{frame}.png"
            subprocess.run([args.bin, "render", file, "-o", out, "--frame", str(frame), "--background", "white", "--size",
                            f"{task['width']}x{task['height']}"], capture_output=True)
            if pathlib.Path(png).exists() and out.exists():
                ours, theirs = pixels(out), pixels(png)
                pairs.append((ours, theirs))
                means.append(float(np.abs(ours - theirs).mean()))
        mean, worst = (sum(means) / len(means), max(means)) if means else (255.0, 255.0)
        right, why = judged.get(file.name, ("", ""))
        if max(mean, worst) > LIMIT:
            if pairs:
                sheet(pairs, args.work / f"{file.name}.png")
            if not right:
                unjudged.append(file.name)
                print(f"{mean:7.2f} {worst:7.2f}  {file.name}")
        elif right:
            print(f"judgement no longer needed: {file.name} ({worst:.2f})")
        problem = "; ".join(errors.get(task["file"], []))[:90].replace("|", "/")
        rows.append((mean, worst, file.name, len(means), right, why, problem))
    over = [r for r in rows if r[1] > LIMIT]
    lines = [
        "# Pictures against a browser", "",
        "Made by `tools/peers/browser/compare.py` (lottie-web 5.13.0, SVG renderer, full build, headless Chromium): every file of the "
        "corpus at eight frames spread over its composition, at most 400 pixels, on white. *mean* and *worst* are of the "
        "absolute difference over RGB, in levels of 255, over the frames and in the worst frame. lottie-web is a second opinion, not the "
        "truth: where the worst frame is over 2, both pictures were looked at and judged (`judgements.tsv`).", "",
        f"{len(rows)} files; the worst frame is within 2 in {len(rows) - len(over)}. Median of the means "
        f"{sorted(r[0] for r in rows)[len(rows) // 2]:.2f}.", "",
        "| file | mean | worst | right | why |", "|---|---:|---:|---|---|"]
    for mean, worst, name, count, right, why, problem in sorted(over, key=lambda r: (-r[1], r[2])):
        lines.append(f"| {name} | {mean:.2f} | {worst:.2f} | {right or 'open'} | {why}{' (lottie-web: ' + problem + ')' if problem else ''} |")
    lines += ["", "## Within the limit", "", "| file | mean | worst |", "|---|---:|---:|"]
    lines += [f"| {name} | {mean:.2f} | {worst:.2f} |" for mean, worst, name, *_ in sorted(rows, key=lambda r: r[2]) if worst <= LIMIT]
    if not args.only:
        args.output.write_text("\n".join(lines) + "\n")
    print(lines[4])
    return 1 if unjudged else 0


if __name__ == "__main__":
    sys.exit(main())
