#!/usr/bin/env python3
"""Draws baked files by the players themselves and compares with our pictures.

    tools/players.py BINARY FILES... [--target any] [--size 200] [--frames 5] [-o docs/conformance/players.md]

Players: rlottie (rlottie-python), ThorVG (thorvg-python); with --node DIR, a folder where `npm install canvaskit-wasm
lottie-web pngjs` was run, also Skottie and, in Chromium, lottie-web's light build. Every file is baked with --target,
drawn at the same moments by us (the original, with expressions; for Telegram the sticker) and by each player (the baked
file). A cell is the mean
difference of all channels over white, in percent of full scale; `-` where the player refuses the file.
"""
import argparse, ctypes, gzip, io, json, os, shutil, statistics, subprocess, sys, tempfile, time
from PIL import Image, ImageChops, ImageStat


def over_white(image):
    image = image.convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return white.convert("RGB")


def difference(a, b):
    """Mean difference of two pictures in percent."""
    if a.size != b.size:
        b = b.resize(a.size)
    return statistics.fmean(ImageStat.Stat(ImageChops.difference(a, b)).mean) / 2.55


def rlottie(path, frames, size):
    from rlottie_python import LottieAnimation
    animation = LottieAnimation.from_file(path)
    return [over_white(animation.render_pillow_frame(frame, width=size[0], height=size[1])) for frame in frames]


def thorvg(path, frames, size):
    import thorvg_python as tvg
    engine = tvg.Engine(threads=0)
    canvas = tvg.SwCanvas(engine)
    canvas.set_target(*size)
    animation = tvg.LottieAnimation(engine)
    picture = animation.get_picture()
    result = picture.load(path)
    if result not in (tvg.Result.SUCCESS, None) and not isinstance(result, tuple):
        raise RuntimeError(str(result))
    picture.set_size(*[float(n) for n in size])
    canvas.push(picture) if hasattr(canvas, "push") else canvas.add(picture)
    pictures = []
    for frame in frames:
        animation.set_frame(float(frame))
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        pictures.append(over_white(canvas.get_pillow()))
    return pictures


SKOTTIE = r"""
const fs = require('fs'), { PNG } = require('pngjs');
const [path, frames, w, h, out] = process.argv.slice(1);
require('canvaskit-wasm/bin/full/canvaskit.js')({ locateFile: f => require.resolve('canvaskit-wasm/bin/full/' + f) })
.then(ck => {
  const animation = ck.MakeManagedAnimation(fs.readFileSync(path, 'utf8'), {});
  if (!animation) { process.exit(3); }
  JSON.parse(frames).forEach((frame, i) => {
    const surface = ck.MakeSurface(+w, +h), canvas = surface.getCanvas();
    canvas.clear(ck.WHITE);
    animation.seekFrame(frame);
    animation.render(canvas, ck.XYWHRect(0, 0, +w, +h));
    surface.flush();
    const pixels = canvas.readPixels(0, 0, { width: +w, height: +h, colorType: ck.ColorType.RGBA_8888,
      alphaType: ck.AlphaType.Unpremul, colorSpace: ck.ColorSpace.SRGB });
    const png = new PNG({ width: +w, height: +h });
    png.data = Buffer.from(pixels);
    fs.writeFileSync(out + '/' + i + '.png', PNG.sync.write(png));
    surface.delete();
  });
});
"""


def skottie(path, frames, size, node):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", "-e", SKOTTIE, path, json.dumps(frames), str(size[0]), str(size[1]), folder],
                       cwd=node, check=True, capture_output=True, timeout=60)
        return [over_white(Image.open(f"{folder}/{i}.png")) for i in range(len(frames))]


PAGE = """<!doctype html><style>*{margin:0}body{background:#fff;width:%dpx}div{width:%dpx;height:%dpx;overflow:hidden}</style>
<script>%s</script><body><script>
const data=%s;
for(const frame of %s){const box=document.createElement('div');document.body.append(box);
const animation=lottie.loadAnimation({container:box,renderer:'svg',loop:false,autoplay:false,
animationData:JSON.parse(JSON.stringify(data)),rendererSettings:{preserveAspectRatio:'none'}});
animation.checkLoaded();animation.goToAndStop(frame,true);}
</script>"""


def lottie_web(path, frames, size, node):
    with tempfile.TemporaryDirectory() as folder:
        player = open(f"{node}/node_modules/lottie-web/build/player/lottie_light.min.js").read()
        data = open(path).read().replace("</", "<\\/")
        width = max(size[0], 500)
        with open(f"{folder}/page.html", "w") as page:
            page.write(PAGE % (width, size[0], size[1], player, data, json.dumps(frames)))
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--window-size={width},{size[1] * len(frames) + 200}", f"--screenshot={folder}/out.png",
                        "--virtual-time-budget=2000", f"file://{folder}/page.html"],
                       check=True, capture_output=True, timeout=90)
        picture = Image.open(f"{folder}/out.png").convert("RGB")
        return [picture.crop((0, i * size[1], size[0], (i + 1) * size[1])) for i in range(len(frames))]


def ours(binary, path, times, size):
    pictures = []
    for at in times:
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/out.png"
            subprocess.run([binary, "render", path, "-o", out, "--at", repr(at), "--size", f"{size[0]}x{size[1]}",
                            "--findings", "json"], check=True, capture_output=True, timeout=300)
            pictures.append(over_white(Image.open(out)))
    return pictures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--target", default="any", help="one for all, or `own`: each player's own")
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--frames", type=int, default=5)
    parser.add_argument("--node")
    parser.add_argument("-o", "--output")
    parser.add_argument("--picture", help="a picture to show below the table, made with --sheet of files of our own")
    parser.add_argument("--sheet", help="PNG with the last file's pictures: a row per player")
    args = parser.parse_args()
    players = {"rlottie": (rlottie, "rlottie"), "ThorVG": (thorvg, "thorvg")}
    if args.node:
        players["Skottie"] = (lambda *a: skottie(*a, args.node), "skottie")
        if shutil.which("chromium"):
            players["lottie-web light"] = (lambda *a: lottie_web(*a, args.node), "lottie-web-light")
    rows, sheet = [], []
    for path in args.files:
        name, row, sheet = os.path.basename(path), [], []
        with tempfile.TemporaryDirectory() as folder:
            reference = None
            for label, (draw, own) in players.items():
                target = own if args.target == "own" else args.target
                baked = f"{folder}/{target}.json"
                if not os.path.exists(baked):
                    packed = baked.replace(".json", ".tgs") if target == "telegram" else baked
                    run = subprocess.run([args.binary, "bake", path, "-o", packed, "--target", target, "--findings",
                                          "json"], capture_output=True, timeout=600)
                    if packed != baked and os.path.exists(packed):
                        open(baked, "wb").write(gzip.open(packed).read())
                    if not os.path.exists(baked):
                        print(name, run.stderr.decode()[-200:], file=sys.stderr)
                        row = None
                        break
                if reference is None:
                    data = json.load(open(baked))
                    scale = args.size / max(data["w"], data["h"])
                    size = (max(1, round(data["w"] * scale)), max(1, round(data["h"] * scale)))
                    first, last = int(data["ip"]), int(data["op"])
                    frames = sorted({first + (last - first - 1) * i // max(1, args.frames - 1) for i in range(args.frames)})
                    # A sticker has another size and rate than the original: ours of the sticker.
                    drawn = baked if target == "telegram" else path
                    reference = ours(args.binary, drawn, [f / data["fr"] for f in frames], size)
                    sheet.append(reference)
                try:
                    # Players count frames from the in point.
                    pictures = draw(baked, [frame - first for frame in frames], size)
                    sheet.append(pictures)
                    row.append(statistics.fmean(difference(a, b) for a, b in zip(reference, pictures)))
                except Exception as error:
                    print(name, label, repr(error)[:200], file=sys.stderr)
                    row.append(None)
        if row is not None:
            rows.append((name, row))
            print(name, *["-" if d is None else f"{d:.2f}" for d in row], flush=True)
    text = ["# Baked files drawn by the players", "",
            f"Mean difference of all channels in percent of full scale: each player's picture of the baked file "
            f"(`--target {args.target}`) against ours of the original, {args.frames} moments, longer side {args.size} "
            "pixels, over white. Edges are smoothed differently by each player, which is most of what is left. Made by "
            "`tools/players.py`.", ""]
    text.append("| file | " + " | ".join(players) + " |")
    text.append("|---|" + "---:|" * len(players))
    for name, row in rows:
        text.append(f"| {name} | " + " | ".join("-" if d is None else f"{d:.2f}" for d in row) + " |")
    columns = [[row[i] for _, row in rows if row[i] is not None] for i in range(len(players))]
    text.append("| **median** | " + " | ".join(f"{statistics.median(c):.2f}" if c else "-" for c in columns) + " |")
    text.append("| **drawn** | " + " | ".join(f"{len(c)} of {len(rows)}" for c in columns) + " |")
    if args.picture:
        text += ["", f"![Rows: ours, {', '.join(players)}]({args.picture})"]
    if args.output:
        open(args.output, "w").write("\n".join(text) + "\n")
    if args.sheet and sheet:
        w, h = sheet[0][0].size
        whole = Image.new("RGB", (w * len(sheet[0]), h * len(sheet)), "white")
        for y, line in enumerate(sheet):
            for x, picture in enumerate(line):
                whole.paste(picture, (x * w, y * h))
        whole.save(args.sheet)


if __name__ == "__main__":
    main()
