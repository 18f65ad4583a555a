#!/usr/bin/env python3
"""Draws docs/overshoot.svg from what the tool itself says: readme_picture.py BIN"""
import json, os, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FILE = os.path.join(ROOT, "examples", "overshoot.json")


def main():
    binary = sys.argv[1]
    out = subprocess.run([binary, "eval", FILE, "--expr", 'layer("pop").scale[0]', "--frames", "0..=45:0.1",
                          "--format", "json"], capture_output=True, text=True, check=True).stdout
    curve = [(s["frame"], s["value"]) for s in json.loads(out)[0]["samples"]]
    with tempfile.TemporaryDirectory() as folder:
        baked = os.path.join(folder, "baked.json")
        subprocess.run([binary, "bake", FILE, "-o", baked], check=True, capture_output=True)
        keys = [(k["t"], k["s"][0]) for k in json.load(open(baked))["layers"][0]["ks"]["s"]["k"] if k["t"] <= 45]
    width, height, left, bottom = 760, 260, 46, 34
    x = lambda f: left + f / 45 * (width - left - 14)
    top = max(v for _, v in curve) * 1.06
    y = lambda v: height - bottom - v / top * (height - bottom - 14)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="#1e1f24"/>']
    for v in range(0, int(top) + 1, 25):
        parts.append(f'<path d="M{left} {y(v):.1f}H{width - 14}" stroke="#34363d"/>'
                     f'<text x="{left - 8}" y="{y(v) + 4:.1f}" fill="#9a9da6" text-anchor="end">{v} %</text>')
    for f in range(0, 46, 5):
        parts.append(f'<text x="{x(f):.1f}" y="{height - 12}" fill="#9a9da6" text-anchor="middle">{f}</text>')
    line = " ".join(f"{x(f):.1f},{y(v):.1f}" for f, v in curve)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#f0a13c" stroke-width="2"/>')
    for f, v in keys:
        parts.append(f'<rect x="{x(f) - 4:.1f}" y="{y(v) - 4:.1f}" width="8" height="8" fill="#5ec8f2" '
                     f'transform="rotate(45 {x(f):.1f} {y(v):.1f})"/>')
    parts.append(f'<text x="{width - 22}" y="{height - 70}" fill="#f0a13c" text-anchor="end">expression</text>'
                 f'<text x="{width - 22}" y="{height - 54}" fill="#5ec8f2" text-anchor="end">{len(keys)} baked keys</text></svg>')
    with open(os.path.join(ROOT, "docs", "overshoot.svg"), "w") as file:
        file.write("\n".join(parts) + "\n")


main()
