#!/usr/bin/env python3
"""Frames per CPU-second of this tool and of other players over a folder of files.

    speed.py BIN [-d FOLDER] [--side 512] [--frames N]

Every frame of every file once, the longer side 512 pixels, the aspect kept, straight or premultiplied RGBA in memory or
down a pipe to /dev/null, one thread. CPU seconds are user + system of the process that draws; opening the file counts.
Peers: `pip install rlottie-python thorvg-python`; one that is missing is left out.
"""
import argparse, json, os, pathlib, resource, subprocess, sys

RLOTTIE = """
import sys
from rlottie_python import LottieAnimation
path, w, h, limit = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
animation = LottieAnimation.from_file(path)
total = min(animation.lottie_animation_get_totalframe(), limit)
for frame in range(total):
    animation.lottie_animation_render(frame_num=frame, width=w, height=h)
print(total)
"""

THORVG = """
import sys
import thorvg_python as tvg
path, w, h, limit = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
engine = tvg.Engine(threads=0)
canvas = tvg.SwCanvas(engine)
canvas.set_target(w, h)
animation = tvg.LottieAnimation(engine)
picture = animation.get_picture()
assert int(picture.load(path)) == 0, "cannot be read"
picture.set_size(w, h)
canvas.add(picture) if hasattr(canvas, "add") else canvas.push(picture)
total = min(int(animation.get_total_frame()[1]), limit)
for frame in range(total):
    animation.set_frame(frame)
    canvas.update()
    canvas.draw(True)
    canvas.sync()
print(total)
"""


def cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def own(binary, path, w, h, limit, first, last):
    with open(os.devnull, "wb") as null:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        last = min(last, first + limit)
        run = subprocess.run([binary, "render", path, "-o", "-", "--size", f"{w}x{h}", "--threads", "1",
                              "--frames", f"{first}..{last}"], stdout=null, stderr=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if run.returncode == 2:
        return None
    return -(-(last - first) // 1), seconds


def peer(code, path, w, h, limit):
    run, seconds = cpu([sys.executable, "-c", code, str(path), str(w), str(h), str(limit)])
    if run.returncode != 0:
        return None
    frames = int(run.stdout.split()[-1])
    return (frames, seconds) if frames else None


def without_start(code, runs, result):
    """What starting the interpreter and loading the library takes is not drawing."""
    if not result:
        return None
    start = min(cpu([sys.executable, "-c", code.split("path, w")[0]])[1] for _ in range(max(3, runs)))
    return result[0], max(result[1] - start, 1e-6)


def best(runs, measure):
    """The fastest of several runs: what else the machine does only ever adds time."""
    results = [measure() for _ in range(max(1, runs))]
    results = [result for result in results if result]
    return min(results, key=lambda result: result[1]) if results else None


def main():
    here = pathlib.Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("-d", "--data", default=here.parent / "shared/corpus/speed-files", type=pathlib.Path)
    parser.add_argument("--side", default=512, type=int)
    parser.add_argument("--frames", default=1 << 30, type=int, help="at most this many per file")
    parser.add_argument("--runs", default=3, type=int, help="runs of each player on each file; the fastest counts")
    args = parser.parse_args()
    columns = {"inbetween": [], "ThorVG": [], "rlottie": []}
    print(f"{'file':<28}" + "".join(f"{name:>12}" for name in columns) + "   frames per CPU-second")
    for path in sorted(args.data.glob("*.json")):
        data = json.loads(path.read_text())
        scale = args.side / max(data["w"], data["h"])
        w, h = round(data["w"] * scale), round(data["h"] * scale)
        results = {
            "inbetween": best(args.runs, lambda: own(args.bin, path, w, h, args.frames, data["ip"], data["op"])),
            "ThorVG": without_start(THORVG, args.runs, best(args.runs, lambda: peer(THORVG, path, w, h, args.frames))),
            "rlottie": without_start(RLOTTIE, args.runs, best(args.runs, lambda: peer(RLOTTIE, path, w, h, args.frames))),
        }
        line = f"{path.name:<28}"
        for name, result in results.items():
            columns[name].append(result)
            line += f"{result[0] / result[1]:12.1f}" if result and result[1] > 0 else f"{'-':>12}"
        print(line, flush=True)

    def total(name, others):
        # Only files that all of them draw.
        pairs = [result for result, *rest in zip(columns[name], *(columns[o] for o in others)) if result and all(rest)]
        return sum(r[0] for r in pairs) / max(sum(r[1] for r in pairs), 1e-9), len(pairs)

    for other in ("ThorVG", "rlottie"):
        if any(columns[other]):
            (mine, count), (theirs, _) = total("inbetween", [other]), total(other, ["inbetween"])
            print(f"inbetween / {other}: {mine:.1f} / {theirs:.1f} = {mine / theirs:.2f} over {count} files")
        else:
            print(f"{other}: not installed or nothing drawn")


if __name__ == "__main__":
    main()
