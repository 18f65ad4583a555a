#!/usr/bin/env python3
"""Makes a file of every public case and asks `check` for its rule, or `eval` for its value.

    cases.py BIN [-o TABLE.md] [--keep FOLDER]

A letter and a number (A1 … A28) is a case of the public list, a number (1 … 31) a row of the ranked bug reports. A fault
of the file must be reported by the code that is written here; a fault of a player must be named by a rule about players
where one can see it in the file, and the value must be right here. Exit code 1 when anything is not as written. With
--keep the files are left in FOLDER.
"""
import argparse, json, pathlib, subprocess, sys, tempfile

FILE, PLAYER, HERE, NONE = "file", "player", "engine", "no file"


def fixed(value, x=None):
    return {"a": 0, "k": value} | ({"x": x} if x else {})


def keyed(keys, x=None, eased=False):
    """Keys (seconds, value) at 30 frames a second, linear or with speed 0 at both ends."""
    o, i = ([.333, 0], [.667, 1]) if eased else ([.167, .167], [.833, .833])
    out = [{"t": s * 30, "s": v if isinstance(v, list) else [v], "o": {"x": [o[0]], "y": [o[1]]},
            "i": {"x": [i[0]], "y": [i[1]]}} for s, v in keys]
    return {"a": 1, "k": out} | ({"x": x} if x else {})


def null(ind, name, **given):
    ks = {"o": fixed(100), "r": fixed(0), "p": fixed([0, 0, 0]), "a": fixed([0, 0, 0]), "s": fixed([100, 100, 100])}
    layer = {"ty": 3, "ind": ind, "nm": name, "ip": 0, "op": 120, "st": 0, "sr": 1, "ks": ks}
    for key, value in given.items():
        (ks if key in ks else layer)[key] = value
    return layer


def slider(name, value, match="ADBE Slider Control", what="Slider"):
    return {"ty": 5, "nm": name, "mn": match, "ix": 1, "en": 1, "np": 3,
            "ef": [{"ty": 0, "nm": what, "mn": match + "-0001", "ix": 1, "v": value}]}


def text(ind, name, words, x=None, **given):
    style = {"s": 40, "f": "Sans", "t": words, "j": 0, "tr": 0, "lh": 48, "ls": 0, "fc": [0, 0, 0]}
    document = {"k": [{"t": 0, "s": style}]} | ({"x": x} if x else {})
    return null(ind, name, ty=5, t={"d": document, "p": {}, "m": {"g": 1}, "a": given.pop("a", [])}, **given)


def selector(x):
    return [{"nm": "fade", "a": {"o": fixed(0)}, "s": {"t": 1, "b": 1, "rn": 0, "sh": 1, "a": fixed(100), "xe": fixed(0),
                                                      "ne": fixed(0), "x": x}}]


def shape(ind, name, *items, **given):
    group = {"ty": "gr", "nm": "Group 1", "it": list(items) + [
        {"ty": "fl", "nm": "Fill 1", "c": fixed([1, 0, 0, 1]), "o": fixed(100)},
        {"ty": "tr", "p": fixed([0, 0]), "a": fixed([0, 0]), "s": fixed([100, 100]), "r": fixed(0), "o": fixed(100)}]}
    return null(ind, name, ty=4, shapes=[group], **given)


def square(size):
    flat = [[0, 0]] * 4
    return {"c": True, "v": [[0, 0], [size, 0], [size, size], [0, size]], "i": flat, "o": flat}


def comp(*layers, **more):
    fonts = {"list": [{"fName": "Sans", "fFamily": "Sans", "fStyle": "Regular"}]}
    return {"v": "5.12.1", "fr": 30, "ip": 0, "op": 120, "w": 640, "h": 360, "nm": "main", "ddd": 0, "fonts": fonts,
            "layers": list(layers)} | more


def on(x, keys=None, **keyed_more):
    """Layer "a" with an expression on its rotation, over a wheel, its child and a control with an animated speed."""
    rotation = keyed(keys, x, **keyed_more) if keys else fixed(0, x)
    speed = keyed([(0, 0), (1, 360), (3, 360), (4, 0)])
    return comp(null(1, "a", r=rotation), null(2, "wheel", p=fixed([100, 100, 0]), r=fixed(90)),
                null(3, "arm", parent=2, p=fixed([50, 0, 0])), null(4, "ctl", ef=[slider("speed", speed)]),
                null(5, "leader", r=fixed(0, "time * 10")))


def remapped(x, end=.5):
    leg = null(1, "leg", op=15)
    walk = null(1, "walk", ty=0, refId="walk", w=10, h=10, tm=keyed([(0, 0), (end, end)], x))
    return comp(walk, assets=[{"id": "walk", "nm": "walk", "fr": 30, "ip": 0, "op": 15, "w": 10, "h": 10, "layers": [leg]}])


def inner(x):
    dot = null(1, "dot", p=keyed([(0, [0, 0, 0]), (2, [200, 0, 0])]))
    b = null(2, "B", ty=0, refId="b", w=10, h=10, tm=fixed(.5))
    return comp(null(1, "a", r=fixed(0, x)), b, assets=[
        {"id": "b", "nm": "B", "fr": 30, "ip": 0, "op": 120, "w": 10, "h": 10, "layers": [dot]}])


def chars(file, letters):
    glyph = {"ty": "gr", "it": [{"ty": "sh", "ks": {"a": 0, "k": {"c": True, "v": [[0, 0], [50, 0], [50, -70]],
                                                                  "i": [[0, 0]] * 3, "o": [[0, 0]] * 3}}}]}
    file["chars"] = [{"ch": c, "fFamily": "Sans", "style": "Regular", "size": 40, "w": 60, "data": {"shapes": [glyph]}}
                     for c in letters]
    return file


EBBERTS = """n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) n--; }
if (n == 0) value; else { t = time - key(n).time; amp = velocityAtTime(key(n).time - .001); w = 2*Math.PI*2;
value + amp*Math.sin(t*w)/Math.exp(8*t)/w; }"""
INERTIAL = """n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) n--; }
t = n == 0 ? 0 : time - key(n).time;
if (n > 0 && t < 1) { v = velocityAtTime(key(n).time - thisComp.frameDuration/10);
value + v*.06*Math.sin(2*t*2*Math.PI)/Math.exp(4*t); } else value"""
SPEED = 'thisComp.layer("ctl").effect("speed")("Slider")'
HALF, WHOLE = [(0, 0), (.5, 100)], [(0, 0), (1, 100)]
A = 'layer("a").rotation'


def follower():
    leader = null(1, "L1", p=fixed([0, 0, 0], "[50, 150 + 50*Math.sin(time*Math.PI)]"))
    return comp(leader, null(3, "L3", r=fixed(0, 'thisComp.layer("L1").position.valueAtTime(time - .5)[1]')))


def trail():
    x = 'thisComp.layer(index-1).transform.xPosition.valueAtTime(time-.05)'
    split = lambda value: {"s": True, "x": value, "y": fixed(7)}
    return comp(null(1, "one", p=split(keyed(WHOLE))), null(2, "two", p=split(fixed(0, x))),
                null(3, "three", p=split(fixed(0, x))))


def copied():
    file = on(None)
    file["layers"][0]["ks"]["p"]["x"] = 'thisComp.layer("arm").position'
    return file


def linked():
    file = on(None)
    point = {"ty": 3, "nm": "Point", "mn": "ADBE Lens Flare-0001", "ix": 1,
             "v": fixed([0, 0], 'thisComp.layer("a").position')}
    file["layers"][1]["ef"] = [{"ty": 5, "nm": "Flare", "mn": "ADBE Lens Flare", "ix": 1, "en": 1, "np": 3, "ef": [point]}]
    return file


def spaces(x):
    return comp(null(1, "a", r=fixed(0, x)), null(2, "box", p=fixed([400, 300, 0]), a=fixed([50, 50, 0]),
                                                 s=fixed([50, 50, 100])))


def path(x):
    item = {"ty": "sh", "nm": "Path 1", "ks": {"a": 1, "k": [
        {"t": 0, "s": [square(10)], "o": {"x": .167, "y": .167}, "i": {"x": .833, "y": .833}}, {"t": 30, "s": [square(90)]}],
        "x": x}}
    reads = 'thisComp.layer("s").content("Group 1").content("Path 1").path.points()[1][0]'
    return comp(shape(1, "s", item), null(2, "a", r=fixed(0, reads)))


def boxed(above):
    words = text(2, "t", "Hello")
    box = null(1, "a", r=fixed(0, 'thisComp.layer("t").sourceRectAtTime().width + 25'))
    return comp(*([box, words] if above else [words, box]))


def localized():
    return on('thisComp.layer("ctl").effect("speed")("Cursore")')


def markers():
    file = on('thisComp.marker.key("go").time')
    file["markers"] = [{"tm": 45, "cm": "go", "dr": 0}]
    return file


def cases():
    """(number, what, whose fault, file, code that must be found or None, [(expression, seconds, value)])."""
    say = 'layer("a").rotation'
    yield "A1, 12", "overshoot does nothing on eased keys", FILE, on(EBBERTS, HALF, eased=True), \
        "motion/velocity-at-eased-key", [(A, .75, 100)]
    yield "A1", "overshoot on linear keys", HERE, on(EBBERTS, HALF), None, [(A, .6, 106.80), (A, .75, 100)]
    for fps in (24, 25, 30, 60):
        file = on("velocityAtTime(0.25)", HALF)
        file["fr"] = fps
        for key in file["layers"][0]["ks"]["r"]["k"]:
            key["t"] *= fps / 30
        yield "A2, 12", f"velocity at {fps} frames a second", HERE, file, None, [(A, 1, 200)]
    yield "A3, 26", "inertial bounce of a rotation", HERE, on(INERTIAL, HALF), None, [(A, .6, 107.65), (A, .75, 100)]
    yield "A4", "loop continues with the speed at the last key", HERE, on('loopOut("continue")', WHOLE), None, \
        [(A, 1.5, 150)]
    yield "A4", "speed just before the last key", HERE, on("velocityAtTime(0.999)", WHOLE), None, [(A, 2, 100)]
    yield "A5", "a cycle shows its first key's frame once", HERE, on('loopOut("cycle")', [(0, 0), (10 / 30, 100)]), None, \
        [(A, 10 / 30, 100), (A, 11 / 30, 10), (A, 15 / 30, 50), (A, 21 / 30, 10)]
    for kind, at in (("cycle", (25, 25, 75)), ("pingpong", (75, 25, 25)), ("offset", (125, 225, 375)),
                     ("continue", (125, 225, 375))):
        yield "A6, 3, 26", f"loopOut {kind}", HERE, on(f'loopOut("{kind}")', WHOLE), None, \
            [(A, t, v) for t, v in zip((1.25, 2.25, 3.75), at)]
    for kind, at in (("cycle", 75), ("pingpong", 25), ("offset", -25), ("continue", -25)):
        yield "A6", f"loopIn {kind}", PLAYER, on(f'loopIn("{kind}")', [(1, 0), (2, 100)]), "players/loop", [(A, .75, at)]
    yield "A6", "loopOutDuration", PLAYER, on('loopOutDuration("cycle", 0.25)', WHOLE), "players/loop", [(A, 1.1, 85)]
    yield "A6", "a loop without keys", HERE, on("loopOut()"), None, [(A, 1, 0)]
    yield "A7", "other values on the second loop", HERE, None, None, \
        "`a7_values_are_the_same_in_any_order` in tests/tests/public_cases.rs"
    yield "A8, 22", "a path loops by valueAtTime", PLAYER, path("valueAtTime(time % key(numKeys).time)"), \
        "players/missing-function", [(say, 2.25, 30), (say, .25, 30)]
    yield "A9, 3", "a looped time remap blinks at its seam", FILE, remapped('loopOut("cycle", 0)'), "motion/loop-seam", \
        [('layer("walk").timeRemap', 1.25, .25)]
    yield "A10, 19", "a cycle jumps at its seam", FILE, on('loopOut("cycle")', WHOLE), "motion/loop-jump", []
    yield "A11, 2", "wiggle is wild elsewhere", PLAYER, on("wiggle(1, 5)"), "players/wiggle", []
    yield "A11, 2", "wiggle with amplitude 0 is the value", PLAYER, on("wiggle(1, 0)", WHOLE), "players/wiggle", \
        [(A, .5, 50)]
    loop = "t = time % 2; linear(t, 0, 2, wiggle(2, 50, 1, .5, t), wiggle(2, 50, 1, .5, t - 2))"
    yield "A12", "wiggle that loops", PLAYER, on(loop), "players/wiggle", \
        [(A + f' - {A}.valueAtTime(0)', 2, 0), (f'Math.abs({A}.valueAtTime(1.9999) - {A}.valueAtTime(2)) < .01 ? 1 : 0', 0, 1)]
    yield "A13", "random at every frame", FILE, on("random(10)"), "random/new-each-frame", []
    yield "A13", "Math.random has no seed", FILE, on("Math.random()"), "random/math-random", []
    yield "A13, 18", "random with a seed stands still", HERE, on("seedRandom(7, true); random(10)"), None, \
        [(f"{A}.valueAtTime(1) - {A}.valueAtTime(3)", 0, 0)]
    yield "A14", "an animated speed runs backward", FILE, on(f"time * {SPEED}"), "motion/speed-times-time", [(A, 4, 0)]
    yield "A14", "the integral of a speed", HERE, on(f"inbetween.integrate({SPEED})"), None, \
        [(A, 1, 180), (A, 3, 900), (A, 4, 1080)]
    yield "A15, 5", "a follower of an expression stands still", PLAYER, follower(), "players/value-at-time", \
        [('layer("L3").rotation', 1, 200)]
    yield "A16, 5", "a trail on separated dimensions", PLAYER, trail(), "players/value-at-time", \
        [('layer("three").transform.xPosition', .6, 50), ('layer("three").transform.yPosition', .6, 7)]
    yield "A17, 8", "sourceRectAtTime elsewhere takes no notice of its time", PLAYER, \
        on('thisComp.layer("ctl").sourceRectAtTime(0).width'), "players/missing-function", []
    yield "A17", "valueAtTime(0) is the value at 0 at every frame", HERE, on("valueAtTime(0)", WHOLE), None, \
        [(A, 0, 0), (A, 2, 0)]
    yield "A18, 10, 20", "another composition at the present time", HERE, inner('comp("B").layer(1).position[0]'), None, \
        [(A, 1, 100)]
    yield "A18, 20", "a layer's source at its own time", HERE, inner('thisComp.layer("B").source.layer(1).position[0]'), \
        None, [(A, 1, 50)]
    yield "A19", "animated on twos", HERE, on("posterizeTime(3); time*100"), None, [(A, 1.2, 100)]
    yield "A19", "motion that counts frames", FILE, on("time / thisComp.frameDuration * 2"), "time/frame-rate", []
    for x, right in (("linear(1.5,0,1,0,100)", 100), ("linear(-1,0,1,0,100)", 0), ("linear(.25,[0,0],[4,8])[1]", 2),
                     ("ease(.5,0,1,0,100)", 50), ("linear(1,1,1,3,4) > 0 ? 1 : 0", 1)):
        yield "A20, 30", f"`{x}`", HERE, on(x), None, [(A, 1, right)]
    yield "A21, 14", "an effect's point linked to a position", FILE, linked(), "space/mixed", []
    yield "A21, 14", "fromComp", HERE, spaces('thisComp.layer("box").fromComp([500,300])[0]'), None, [(A, 0, 250)]
    yield "A21, 14", "toComp", HERE, spaces('thisComp.layer("box").toComp([50,50])[0]'), None, [(A, 0, 400)]
    yield "A22", "a child's position copied", FILE, copied(), "space/mixed", []
    yield "A22", "the place of a child", HERE, on('l = thisComp.layer("arm"); l.toComp(l.anchorPoint)[1]'), None, \
        [(A, 0, 150)]
    counter = "'$'+Math.round(linear(time,0,2,0,4503280)).toString().replace(/\\B(?=(\\d{3})+(?!\\d))/g,',')"
    yield "A23, 15", "a counter without its digits", FILE, chars(comp(text(1, "a", "0", counter)), "0$"), \
        "draw/missing-glyph", [('layer("a").text.sourceText == "$4,503,280" ? 1 : 0', 2, 1)]
    count = comp(text(1, "a", "5", "Math.floor(time).toString()"), op=300)
    count["layers"][0]["op"] = 300
    yield "A24, 15", "a counter does not stick at the stored text", HERE, count, None, \
        [('layer("a").text.sourceText == "5" ? 1 : 0', 5.5, 1), ('layer("a").text.sourceText == "6" ? 1 : 0', 6.5, 1)]
    for above in (True, False):
        where = "above" if above else "below"
        yield "A25, 8, 20", f"a box {where} its text", PLAYER, boxed(above), "players/missing-function", [(f'{A} - layer("t").sourceRectAtTime().width', 0, 25)]
    amount = comp(text(1, "t", "ABCDE", a=selector("selectorValue * textIndex/textTotal")))
    yield "A26, 11", "an expression selector", PLAYER, amount, "players/expression-selector", []
    yield "A27, 6, 14", "the controller was not exported", FILE, on('thisComp.layer("FootRoll | Foot").rotation'), \
        "expr/unknown-layer", [(A, 1, 0)]
    yield "A27", "a renamed effect", FILE, on('thisComp.layer("ctl").effect("sped")("Slider")'), "expr/unknown-effect", []
    yield "A27, 28", "a name in Italian", FILE, localized(), "expr/localized-name", [(A, 1, 360)]
    yield "28", "a match name", HERE, on('thisComp.layer("ctl").effect("speed")("ADBE Slider Control-0001")'), None, \
        [(A, 1, 360)]
    yield "A28, 31", "bakes explode", NONE, None, None, "docs/conformance/targets.md: bytes against a key per frame"
    yield "1, 3", "players without expressions", PLAYER, on('loopOut("pingpong")', WHOLE), "players/no-expressions", \
        [(A, 1.25, 75)]
    yield "4", "text that closes the player's function", FILE, on("}]; globalThis.p = 1; [function(){"), "expr/unclosed", []
    yield "4", "code that reaches for the page", FILE, on("document.cookie; 1"), "safety/host", []
    yield "4", "`eval`", FILE, on("eval('1')"), "safety/eval", [(A, 0, 1)]
    yield "7", "`key(0)` before the first key", FILE, on("key(0).time", WHOLE), "expr/no-key", [(A, .5, 50)]
    modern = "const f = (n) => ({v: n}); let o = f(3); `${o?.v ?? 0}` * 1"
    yield "9", "newer JavaScript", HERE, on(modern), None, [(A, 0, 3)]
    yield "9", "`else` of the legacy engine", FILE, on("if (time > 1) 50 else 100"), "expr/legacy-syntax", [(A, 2, 50)]
    yield "10", "a composition that was not exported", FILE, on('comp("Ctl").layer(1).rotation'), \
        "expr/unknown-composition", []
    yield "13", "markers", PLAYER, markers(), "players/missing-function", [(A, 0, 1.5)]
    yield "16", "text styles", PLAYER, comp(text(1, "a", "hi", "text.sourceText.style.setFontSize(80)")), \
        "players/missing-function", [('layer("a").text.sourceText.style.fontSize', 0, 80)]
    yield "17", "`thisComp.duration`", PLAYER, on("time / thisComp.duration"), "players/missing-function", [(A, 2, .5)]
    yield "18", "both numbers of a random vector", HERE, on("seedRandom(index,true); r = random([0,0],[9,9]); "
                                                           "r[0] == r[1] ? 1 : 0"), None, [(A, 0, 0)]
    yield "21, 30", "groups called by number; `instanceof Array`", HERE, \
        comp(shape(1, "s", {"ty": "sh", "nm": "Path 1", "ks": {"a": 0, "k": square(10)}}, r=fixed(
            0, 'thisLayer("ADBE Root Vectors Group")(1).name == "Group 1" && position instanceof Array ? 1 : 0'))), None, \
        [('layer("s").rotation', 0, 1)]
    made = "createPath([[0,0],[30,0],[30,40]], [[0,0],[1,2],[0,0]], [[0,0],[3,4],[0,0]], true)"
    yield "23", "createPath keeps tangents", HERE, path(made), None, [(
        'layer("s").content("Group 1").content("Path 1").path.outTangents()[1][1]', 0, 4)]
    yield "24", "an expression that keeps the page busy", FILE, \
        on("s = 0; for (i = 0; i < 30000; i++) s += Math.sin(i); s"), "cost/steps", []
    yield "25", "`$bm_neg` outside a player", HERE, on("var $bm_rt; $bm_rt = $bm_neg($bm_sum(time, 2));"), None, \
        [(A, 1, -3)]
    yield "26", "`$bm_sum` of points", HERE, on("$bm_sum([1,2],[3,4])[1]"), None, [(A, 0, 6)]
    yield "26", "functions that players lack", PLAYER, on("dot([1, 2], [3, 4])"), "players/missing-function", [(A, 0, 11)]
    yield "27", "text changed while a player runs", NONE, None, None, "about a player's programming interface"
    yield "29", "bundlers drop `time`", NONE, None, None, "about how a player is built; nothing here is evaluated by the host"
    slider_zero = 'thisComp.layer("ctl").effect("speed")("Slider") ? 1 : 0'
    yield "measured", "a slider as a truth", PLAYER, on(slider_zero), "players/truth", [(A, 0, 0)]
    yield "measured", "`thisProperty.value`", PLAYER, on("thisProperty.value + 1", WHOLE), "players/missing-function", \
        [(A, 1, 101)]
    yield "measured", "`toComp` at another time", PLAYER, \
        on('thisComp.layer("arm").toComp([0, 0], time - 1)[0]'), "players/missing-function", [(A, 2, 100)]
    yield "measured", "`startTime`", PLAYER, on("thisLayer.startTime"), "players/missing-function", [(A, 2, 0)]
    yield "measured", "`degrees_to_radians`", PLAYER, on("degrees_to_radians(180)"), "players/missing-function", \
        [(A, 0, 3.14159)]


def findings(binary, path):
    run = subprocess.run([binary, "check", "--notes", "--format", "json", path], capture_output=True, text=True)
    return {one["code"]: one for one in json.loads(run.stdout)["findings"]}


def value(binary, path, expression, time):
    run = subprocess.run([binary, "eval", path, "--expr", expression, "--at", repr(time), "--format", "json"],
                         capture_output=True, text=True)
    try:
        return json.loads(run.stdout)[0]["samples"][0]["value"]
    except (ValueError, LookupError):
        return run.stderr.strip()[:80] or run.stdout.strip()[:80]


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("-o", "--output", default=here / "docs/conformance/cases.md", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    rows, bad, counts = [], [], {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for n, (number, what, whose, file, code, values) in enumerate(cases()):
            counts[whose] = counts.get(whose, 0) + 1
            if file is None:
                rows.append(f"| {number} | {what} | {whose} | {values} | |")
                continue
            path = folder / f"{n:03}.json"
            path.write_text(json.dumps(file))
            found = findings(args.bin, path)
            said = ""
            if code:
                said = f"`{code}`: {found[code]['message']}" if code in found else f"**`{code}` is missing**"
            elif any(one["severity"] == "error" for one in found.values()):
                said = "**" + ", ".join(sorted(found)) + "**"
            right = []
            for expression, time, wanted in values:
                got = value(args.bin, path, expression, time)
                near = isinstance(got, (int, float)) and abs(got - wanted) <= .01
                right.append(f"{got:g} at {time:.4g} s" if near else f"**{got} at {time:.4g} s, not {wanted}**")
            cells = [said.replace("|", "\\|"), ", ".join(right)]
            if any("**" in cell for cell in cells):
                bad.append(number)
            rows.append(f"| {number} | {what} | {whose} | {cells[0]} | {cells[1]} |")
    plain = "".join(f"{counts.get(key, 0)} {words}, " for key, words in (
        (FILE, "faults of a file, each reported by name"), (PLAYER, "faults of players, each named by a rule"),
        (HERE, "faults of engines that are none here")))
    args.output.write_text(
        "# Public cases and reported bugs\n\nMade by `tools/cases.py`: a file of every case, what `inbetween check` reports "
        "of it, and the value here where a source states one. A1 to A28 are cases of tutorials and forums, numbers are "
        "rows of bug reports of players; \"measured\" are differences seen in lottie-web 5.13.\n\n"
        f"{len(rows)} rows: {plain}{counts.get(NONE, 0)} that are no files. {len(bad)} not as they should be.\n\n"
        "| case | what | whose fault | reported | value here |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n")
    print(f"{len(rows)} rows, {len(bad)} not as they should be: {', '.join(bad)}" if bad else f"{len(rows)} rows, all right")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
