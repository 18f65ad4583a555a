#!/usr/bin/env python3
"""Writes the small files in tests/golden: one behaviour each, 48 x 48 pixels.

    golden_cases.py && cargo run -p inbetween-tests --example golden

The second command draws them anew (NAME.png, NAME.txt). LOOK at each picture that changed before committing it.
"""
import json, pathlib

HERE = pathlib.Path(__file__).resolve().parent.parent / "tests/golden"
SIZE, END = 48, 60


def k(value):
    return {"a": 0, "k": value}


def keys(*pairs):
    """Linear keys: (frame, value)."""
    out = []
    for frame, value in pairs:
        value = value if isinstance(value, list) else [value]
        out.append({"t": frame, "s": value, "o": {"x": [0.167], "y": [0.167]}, "i": {"x": [0.833], "y": [0.833]}})
    return {"a": 1, "k": out}


def transform(p=(0, 0), a=(0, 0), s=(100, 100), r=0, o=100, **more):
    out = {"o": k(o), "r": k(r), "p": p if isinstance(p, dict) else k(list(p)), "a": k(list(a)), "s": k(list(s))}
    out.update(more)
    return out


def layer(ty, ks=None, **more):
    return {"ty": ty, "nm": more.pop("nm", "layer"), "ip": 0, "op": END, "st": 0, "sr": 1, "ks": ks or transform(), **more}


def shape(*items, ks=None, **more):
    return layer(4, ks, shapes=list(items), **more)


def solid(color, w=SIZE, h=SIZE, ks=None, **more):
    return layer(1, ks, sc=color, sw=w, sh=h, **more)


def rect(x, y, w, h, r=0):
    return {"ty": "rc", "p": k([x, y]), "s": k([w, h]), "r": k(r)}


def ellipse(x, y, w, h):
    return {"ty": "el", "p": k([x, y]), "s": k([w, h])}


def star(x, y, points, outer, inner=None, inner_round=0, outer_round=0, r=0):
    out = {"ty": "sr", "sy": 1 if inner else 2, "d": 1, "pt": k(points), "p": k([x, y]), "r": k(r), "or": k(outer), "os": k(outer_round)}
    if inner:
        out.update({"ir": k(inner), "is": k(inner_round)})
    return out


def path(vertices, closed=False, i=None, o=None):
    zero = [[0, 0]] * len(vertices)
    return {"ty": "sh", "ks": k({"c": closed, "v": vertices, "i": i or zero, "o": o or zero})}


def fill(color=(0.15, 0.4, 0.85), o=100, rule=1):
    return {"ty": "fl", "c": k([*color, 1]), "o": k(o), "r": rule}


def stroke(w=4, color=(0.85, 0.2, 0.15), cap=1, join=1, limit=4, dashes=None, o=100):
    out = {"ty": "st", "c": k([*color, 1]), "w": k(w), "o": k(o), "lc": cap, "lj": join, "ml": limit}
    if dashes:
        out["d"] = [{"n": n, "v": k(v)} for n, v in dashes]
    return out


RAMP = [0, 1, 0.9, 0.2, 0.5, 0.9, 0.2, 0.4, 1, 0.1, 0.2, 0.6]


def gradient(ty="gf", radial=False, start=(4, 24), end=(44, 24), ramp=RAMP, stops=3, h=0, a=0, **more):
    return {"ty": ty, "t": 2 if radial else 1, "o": k(100), "g": {"p": stops, "k": k(ramp)}, "s": k(list(start)),
            "e": k(list(end)), "h": k(h), "a": k(a), **more}


def trim(s, e, o=0, m=1):
    return {"ty": "tm", "s": k(s), "e": k(e), "o": k(o), "m": m}


def repeater(c, o=0, m=1, p=(10, 0), s=(100, 100), r=0, so=100, eo=100, a=(0, 0)):
    return {"ty": "rp", "c": k(c), "o": k(o), "m": m,
            "tr": {"ty": "tr", "p": k(list(p)), "a": k(list(a)), "s": k(list(s)), "r": k(r), "so": k(so), "eo": k(eo)}}


def group(*items, **tr):
    return {"ty": "gr", "it": [*items, {"ty": "tr", **transform(**tr)}]}


def mask(mode, vertices, inv=False, f=(0, 0), x=0, o=100):
    return {"mode": mode, "inv": inv, "pt": path(vertices, True)["ks"], "o": k(o), "f": k(list(f)), "x": k(x)}


def box(x0, y0, x1, y1):
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def effect(name, values, **more):
    """Values by the number of the parameter."""
    return {"ty": 5, "nm": name, "mn": name, "en": 1, "np": len(values) + 2, "ef": [
        {"ty": {4: 2, 2: 3}.get(len(v), 0) if isinstance(v, list) else 0, "nm": str(n), "mn": f"{name}-{n:04}", "v": k(v)}
        for n, v in values.items()], **more}


CASES = {}


def case(name, *layers, frame=0, **more):
    CASES[name] = {"v": "5.12.1", "fr": 30, "ip": frame, "op": END, "w": SIZE, "h": SIZE, "nm": name, "layers": list(layers), **more}


SQUARE = rect(24, 24, 28, 28)
BACK = shape(rect(24, 24, 36, 20), fill((0.95, 0.75, 0.2)), ellipse(14, 14, 18, 18), fill((0.2, 0.6, 0.35)))

# Shapes.
case("rectangle-round", shape(rect(24, 24, 36, 24, 8), fill()))
case("star", shape(star(24, 26, 5, 20, 9), fill()))
case("star-round", shape(star(24, 26, 5, 18, 9, 60, 40), fill()))
case("polygon", shape(star(24, 24, 6, 20, r=15), fill()))
case("polygon-round", shape(star(24, 24, 5, 18, outer_round=50), fill()))
case("fill-even-odd", shape(path([[24, 4], [36, 44], [4, 18], [44, 18], [12, 44]], True), fill(rule=2)))
case("fill-non-zero", shape(path([[24, 4], [36, 44], [4, 18], [44, 18], [12, 44]], True), fill()))
case("draw-order", shape(ellipse(18, 24, 24, 24), fill((0.9, 0.3, 0.2)), ellipse(30, 24, 24, 24), fill((0.2, 0.4, 0.9))))
case("group-opacity", shape(group(ellipse(18, 24, 24, 24), fill((0.9, 0.3, 0.2)), ellipse(30, 24, 24, 24), fill((0.2, 0.4, 0.9)), o=50)))
# Strokes.
ZIG = path([[8, 40], [16, 10], [26, 38], [40, 12]])
for number, name in ((1, "butt"), (2, "round"), (3, "square")):
    case(f"cap-{name}", shape(path([[12, 14], [36, 14]]), path([[12, 32], [36, 38]]), stroke(9, cap=number)))
for number, name in ((1, "miter"), (2, "round"), (3, "bevel")):
    case(f"join-{name}", shape(ZIG, stroke(7, join=number, limit=10)))
case("join-miter-limit", shape(ZIG, stroke(7, join=1, limit=1.5)))
case("dashes", shape(ellipse(24, 24, 36, 36), stroke(4, dashes=[("d", 8), ("g", 4)])))
case("dashes-offset-round", shape(rect(24, 24, 34, 34), stroke(4, cap=2, dashes=[("d", 3), ("g", 7), ("d", 10), ("g", 6), ("o", 5)])))
case("stroke-over-fill", shape(SQUARE, stroke(6, o=60), fill()))
# Gradients.
case("gradient-linear", shape(rect(24, 24, 40, 40), gradient()))
case("gradient-radial", shape(rect(24, 24, 40, 40), gradient(radial=True, start=(24, 24), end=(42, 24))))
case("gradient-highlight", shape(rect(24, 24, 40, 40), gradient(radial=True, start=(24, 24), end=(44, 24), h=70, a=60)))
case("gradient-opacity", shape(rect(24, 24, 40, 40), gradient(ramp=[*RAMP, 0, 1, 0.4, 0.1, 1, 1])))
case("gradient-stroke", shape(ellipse(24, 24, 32, 32), gradient("gs", w=k(8), lc=2, lj=2, ml=4)))
# Operators.
TWO = (rect(16, 16, 20, 20), ellipse(31, 31, 22, 22))
case("trim-simultaneously", shape(*TWO, trim(10, 60), stroke(4)))
case("trim-individually", shape(*TWO, trim(10, 60, m=2), stroke(4)))
case("trim-wraps", shape(ellipse(24, 24, 34, 34), trim(0, 40, 290), stroke(5)))
case("trim-reversed", shape(ellipse(24, 24, 34, 34), trim(80, 30), stroke(5)))
case("trim-fill", shape(rect(24, 24, 34, 34), trim(0, 60), fill()))
case("repeater", shape(rect(8, 24, 8, 20), fill(), repeater(4, p=(11, 0), so=100, eo=20)))
case("repeater-turned", shape(rect(24, 8, 8, 10), fill(), repeater(8, p=(0, 0), a=(24, 24), r=45, so=100, eo=100), ks=transform(p=(24, 24), a=(24, 24))))
case("repeater-scaled", shape(rect(10, 24, 12, 30), fill(), repeater(3, p=(14, 0), s=(60, 60), a=(10, 24))))
case("repeater-offset", shape(rect(8, 24, 8, 20), fill(), repeater(3, o=0.5, p=(11, 0))))
case("repeater-fraction", shape(rect(8, 24, 8, 20), fill(), repeater(2.5, p=(12, 0))))
case("repeater-below", shape(ellipse(14, 24, 20, 20), stroke(2, (0, 0, 0)), fill((0.95, 0.75, 0.2)), repeater(3, m=1, p=(10, 0))))
case("repeater-above", shape(ellipse(14, 24, 20, 20), stroke(2, (0, 0, 0)), fill((0.95, 0.75, 0.2)), repeater(3, m=2, p=(10, 0))))
for number, name in ((1, "merge"), (2, "add"), (3, "subtract"), (4, "intersect"), (5, "exclude")):
    case(f"merge-{name}", shape(*TWO, {"ty": "mm", "mm": number}, fill(), stroke(2)))
case("round-corners", shape(star(24, 26, 5, 20, 9), {"ty": "rd", "r": k(6)}, fill()))
case("offset-out", shape(SQUARE, {"ty": "op", "a": k(6), "lj": 2, "ml": k(4)}, fill()))
case("offset-in", shape(star(24, 26, 5, 20, 9), {"ty": "op", "a": k(-2), "lj": 1, "ml": k(4)}, fill()))
case("pucker", shape(SQUARE, {"ty": "pb", "a": k(-40)}, fill()))
case("bloat", shape(SQUARE, {"ty": "pb", "a": k(40)}, fill()))
case("zig-zag", shape(ellipse(24, 24, 30, 30), {"ty": "zz", "s": k(3), "r": k(4), "pt": k(1)}, stroke(2)))
case("zig-zag-smooth", shape(ellipse(24, 24, 30, 30), {"ty": "zz", "s": k(3), "r": k(4), "pt": k(2)}, stroke(2)))
# Masks.
BIG, SMALL = box(6, 6, 34, 34), box(20, 20, 42, 42)
for letter, name in (("a", "add"), ("s", "subtract"), ("i", "intersect"), ("l", "lighten"), ("d", "darken"), ("f", "difference"), ("n", "none")):
    case(f"mask-{name}", solid("#2666d9", masksProperties=[mask("a", BIG, o=80), mask(letter, SMALL, o=60)]))
case("mask-inverted", solid("#2666d9", masksProperties=[mask("a", BIG, inv=True)]))
case("mask-first-subtracts", solid("#2666d9", masksProperties=[mask("s", BIG)]))
case("mask-feather", solid("#2666d9", masksProperties=[mask("a", box(12, 12, 36, 36), f=(12, 12))]))
case("mask-feather-x", solid("#2666d9", masksProperties=[mask("a", box(12, 12, 36, 36), f=(14, 0))]))
case("mask-expansion", solid("#2666d9", masksProperties=[mask("a", box(16, 16, 32, 32), x=6)]))
case("mask-contraction", solid("#2666d9", masksProperties=[mask("a", [[24, 4], [44, 40], [4, 40]], x=-4)]))
# Mattes: the layer above is the matte.
MATTE = shape(ellipse(24, 24, 34, 34), gradient(ramp=[0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1, 1, 1]), td=1, nm="matte", ind=1)
for number, name in ((1, "alpha"), (2, "alpha-inverted"), (3, "luma"), (4, "luma-inverted")):
    case(f"matte-{name}", MATTE, solid("#d93326", tt=number, ind=2))
case("matte-any-source", solid("#d93326", tt=1, tp=3, ind=1), BACK, shape(star(24, 26, 5, 22, 9), fill(), td=1, ind=3, nm="matte"))
case("matte-chained", shape(rect(24, 24, 48, 24), fill(), td=1, ind=1), shape(ellipse(24, 24, 40, 40), fill(), td=1, tt=1, tp=1, ind=2), solid("#d93326", tt=1, tp=2, ind=3))
# Layers.
case("parent", shape(rect(0, 0, 14, 14), fill(), ks=transform(p=(16, 0), r=30), parent=2), layer(3, transform(p=(20, 24), r=30, s=(130, 70)), ind=2))
case("precomposition", layer(0, transform(p=(24, 24), a=(15, 15), r=20), refId="c", w=30, h=30), assets=[
    {"id": "c", "layers": [shape(ellipse(15, 15, 40, 20), fill()), solid("#f2bf33", 30, 30)]}])
case("time-remap", layer(0, tm=k(1.0), refId="c", w=48, h=48), assets=[
    {"id": "c", "layers": [shape(ellipse(0, 0, 14, 14), fill(), ks=transform(p=keys((0, [8, 24]), (60, [40, 24]))))]}])
case("adjustment", layer(1, sc="#000000", sw=48, sh=48, ao=0, adj=1, ef=[effect("ADBE Invert", {1: 1, 2: 0})],
                         masksProperties=[mask("a", box(24, 0, 48, 48))]), BACK, solid("#eeeeee"))
case("blend-color-on-nothing", shape(SQUARE, fill(), bm=14), shape(rect(12, 24, 20, 44), fill((0.9, 0.5, 0.1))))
case("motion-blur", shape(ellipse(0, 0, 14, 14), fill(), ks=transform(p=keys((0, [-40, 24]), (10, [88, 24]))), mb=True), frame=5,
     mb={"sa": 180, "sp": -90, "spf": 16, "asl": 16})
CAMERA = layer(13, {"p": k([24, 24, -60]), "a": k([24, 24, 0]), "o": k(100), "rx": k(0), "ry": k(0), "rz": k(0), "or": k([0, 0, 0])}, pe=k(60), nm="camera")


def card(color, p=(24, 24, 0), rx=0, ry=0, rz=0, size=30):
    ks = {"o": k(100), "p": k(list(p)), "a": k([size / 2, size / 2, 0]), "s": k([100, 100, 100]), "rx": k(rx), "ry": k(ry), "rz": k(rz), "or": k([0, 0, 0])}
    return solid(color, size, size, ks=ks, ddd=1)


case("card-turned", CAMERA, card("#2666d9", ry=50), ddd=1)
case("card-tilted", CAMERA, card("#2666d9", rx=-40, rz=20), ddd=1)
case("cards-in-depth", CAMERA, card("#2666d9", (18, 18, 40)), card("#d93326", (28, 28, -5), size=20), ddd=1)
case("cards-that-cross", CAMERA, card("#2666d9", ry=45), card("#d93326", ry=-45), ddd=1)
case("cards-that-cross-clear", CAMERA, {**card("#2666d9", ry=45), "bm": 1}, {**card("#f2bf33", rx=-60), "bm": 1},
     {**card("#d93326", ry=-45, size=36), "bm": 1}, solid("#e6e6e6"), ddd=1)
# Meshes: a box, and two squares that stand in one another.
BOX = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n"
SAILS = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 -1 -1\nv 0 -1 1\nv 0 1 1\nv 0 1 -1\nusemtl a\nf 1 2 3 4\nusemtl b\nf 5 6 7 8\n"


def solid_body(text, p=(24, 24, 0), rx=20, ry=30, **members):
    ks = {"o": k(100), "p": k(list(p)), "a": k([0, 0, 0]), "s": k([100, 100, 100]), "rx": k(rx), "ry": k(ry), "rz": k(0), "or": k([0, 0, 0])}
    return shape(ks=ks, ddd=1, mesh={"text": text, **{name: value if isinstance(value, (str, dict)) else k(value) for name, value in members.items()}})


case("mesh-faces-that-cross", CAMERA, solid_body(SAILS, size=16, colors={"a": "#2666d9", "b": "#d93326"}), ddd=1)
case("meshes-that-overlap", CAMERA, solid_body(BOX, (18, 22, 14), size=12, color="#2666d9"),
     solid_body(BOX, (30, 27, -4), size=10, color="#d93326", level=2), ddd=1)
case("mesh-lines", CAMERA, solid_body(BOX, size=13, level=1, wireframe=0.8, cage=1.2, shading="flat"), ddd=1)
# Layer styles, as files number them.
HERE_ = shape(rect(24, 24, 24, 24, 4), fill((0.95, 0.75, 0.2)))


def styled(style):
    return {**HERE_, "sy": [style]}


SHADOW = {"c": k([0, 0, 0.3, 1]), "o": k(80), "a": k(120), "s": k(8), "d": k(6), "ch": k(0), "bm": k(1), "no": k(0), "lc": k(1)}
GLOW = {"c": k([0.9, 0.1, 0.4, 1]), "o": k(90), "s": k(10), "ch": k(0), "r": k(50), "j": k(0), "bm": k(1), "no": k(0), "sr": k(1)}
case("style-stroke", styled({"ty": 0, "nm": "Stroke", "c": k([0.85, 0.2, 0.15, 1]), "s": k(4)}))
case("style-drop-shadow", styled({"ty": 1, "nm": "Drop Shadow", **SHADOW}))
case("style-inner-shadow", styled({"ty": 2, "nm": "Inner Shadow", **SHADOW}))
case("style-outer-glow", styled({"ty": 3, "nm": "Outer Glow", **GLOW}))
case("style-inner-glow", styled({"ty": 4, "nm": "Inner Glow", **GLOW}))
case("style-bevel", styled({"ty": 5, "nm": "Bevel", "bs": k(2), "bt": k(1), "sr": k(100), "s": k(6), "sf": k(0), "ga": k(0), "a": k(120), "al": k(30),
                            "hm": k(2), "hc": k([1, 1, 1, 1]), "ho": k(75), "sm": k(3), "sc": k([0, 0, 0, 1]), "so": k(75)}))
case("style-satin", styled({"ty": 6, "nm": "Satin", "bm": k(1), "c": k([0, 0, 0, 1]), "o": k(60), "a": k(20), "d": k(8), "s": k(8), "in": k(1)}))
case("style-color-overlay", styled({"ty": 7, "nm": "Color Overlay", "bm": k(0), "c": k([0.2, 0.6, 0.35, 1]), "so": k(70), "o": k(70)}))
case("style-gradient-overlay", styled({"ty": 8, "nm": "Gradient Overlay", "bm": k(0), "o": k(100), "gf": {"p": 3, "k": k(RAMP)}, "gs": k(100), "a": k(90),
                                       "gt": k(1), "re": k(0), "al": k(1), "s": k(100), "of": k([0, 0])}))
# Effects on a little picture.
PICTURE = {"id": "picture", "layers": [BACK, shape(rect(24, 24, 48, 48), gradient(start=(0, 0), end=(48, 48)))]}


def affected(name, values, **more):
    case("effect-" + name[5:].lower().replace(" ", "-").replace("&", "and"),
         layer(0, refId="picture", w=48, h=48, ef=[effect(name, values)], **more), assets=[PICTURE])


def on_shape(name, values):
    case("effect-" + name[5:].lower().replace(" ", "-"), shape(star(24, 26, 5, 18, 8), fill(), ef=[effect(name, values)]))


affected("ADBE Fill", {1: 0, 7: 0, 2: [0.2, 0.6, 0.35, 1], 6: 0, 3: 0, 4: 0, 5: 0.6})
affected("ADBE Tint", {1: [0, 0, 0.3, 1], 2: [1, 0.9, 0.6, 1], 3: 100})
affected("ADBE Tritone", {1: [1, 0.9, 0.5, 1], 2: [0.6, 0.2, 0.3, 1], 3: [0, 0, 0.2, 1], 4: 0})
affected("ADBE Gaussian Blur 2", {1: 12, 2: 1, 3: 1})
affected("ADBE Box Blur2", {1: 4, 2: 2, 3: 2, 4: 1})
affected("ADBE Motion Blur", {1: 45, 2: 8})
affected("ADBE Invert", {1: 1, 2: 0})
affected("ADBE Brightness & Contrast 2", {1: 30, 2: 40, 3: 0})
affected("ADBE HUE SATURATION", {2: 0, 3: 90, 4: 20, 5: 0})
affected("ADBE Black&White", {1: 40, 2: 60, 3: 40, 4: 60, 5: 20, 6: 80})
affected("ADBE Linear Wipe", {1: 40, 2: 60, 3: 10})
affected("ADBE Radial Wipe", {1: 35, 2: 30, 3: [24, 24], 4: 1, 5: 0})
affected("ADBE Geometry2", {1: [24, 24], 2: [24, 24], 3: 1, 4: 60, 5: 60, 6: 0, 7: 0, 8: 30, 9: 100})
affected("ADBE Corner Pin", {1: [8, 4], 2: [44, 12], 3: [2, 44], 4: [40, 36]})
affected("ADBE Bulge", {1: 18, 2: 18, 3: [24, 24], 4: 1.2})
affected("ADBE Ramp", {1: [0, 0], 2: [0.1, 0.2, 0.6, 1], 3: [48, 48], 4: [1, 0.9, 0.3, 1], 5: 1, 6: 0, 7: 0})
affected("ADBE Mosaic", {1: 6, 2: 6, 3: 0})
affected("ADBE Venetian Blinds", {1: 40, 2: 45, 3: 10, 4: 0})
affected("ADBE Easy Levels2", {1: 0, 3: 0.2, 4: 0.8, 5: 1.4, 6: 0, 7: 1})
affected("ADBE Glo2", {1: 2, 2: 150, 3: 10, 4: 1, 5: 2})
on_shape("ADBE Drop Shadow", {1: [0, 0, 0.3, 1], 2: 180, 3: 135, 4: 5, 5: 6, 6: 0})
on_shape("ADBE Simple Choker", {1: 1, 2: 2})
on_shape("ADBE Matte Choker", {1: 4, 2: 60, 3: 0.1, 4: 0, 5: 0, 6: 1, 7: 1})


def main():
    HERE.mkdir(parents=True, exist_ok=True)
    for old in HERE.iterdir():
        if old.is_file() and old.stem not in CASES:
            old.unlink()
    for name, file in CASES.items():
        (HERE / f"{name}.json").write_text(json.dumps(file, separators=(",", ":")) + "\n")
    print(len(CASES), "cases")


if __name__ == "__main__":
    main()
