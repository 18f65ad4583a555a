#!/usr/bin/env python3
"""Says which names of the expression language work: catalogue.py BIN CATALOGUE.tsv [-o TABLE.md]

Every row of the catalogue is probed in a small file that has one of everything: an attribute must be something other
than undefined, a method must be callable. Rows that cannot be probed so have a probe of their own here.
"""
import argparse, csv, json, os, subprocess, tempfile

fixed = lambda v: {"a": 0, "k": v}
key = lambda t, s: {"t": t, "s": s, "o": {"x": [0.2], "y": [0.2]}, "i": {"x": [0.8], "y": [0.8]}}
KS = {"o": fixed(100), "r": fixed(0), "p": {"a": 1, "k": [key(0, [1, 2, 3]), key(30, [4, 5, 6])]}, "a": fixed([0, 0, 0]),
      "s": fixed([100, 100, 100])}
KS3 = {"o": fixed(100), "rx": fixed(0), "ry": fixed(0), "rz": fixed(0), "or": fixed([0, 0, 0]), "p": fixed([1, 2, 3]),
       "a": fixed([0, 0, 0]), "s": fixed([100, 100, 100])}
base = lambda i, nm, ty, ks=KS, **kw: dict({"ty": ty, "ind": i, "nm": nm, "ip": 0, "op": 120, "st": 0, "ks": ks}, **kw)
square = {"v": [[0, 0], [9, 0], [9, 9]], "i": [[0, 0]] * 3, "o": [[0, 0]] * 3, "c": True}
tr = {"ty": "tr", "p": fixed([0, 0]), "a": fixed([0, 0]), "s": fixed([100, 100]), "r": fixed(0), "o": fixed(100)}
text = {"d": {"k": [{"s": {"s": 20, "f": "F", "t": "abc", "j": 0, "tr": 0, "lh": 24, "ls": 0, "fc": [0, 0, 0]}, "t": 0}]},
        "p": {"m": 0, "f": fixed(0), "l": fixed(0), "a": fixed(0), "p": fixed(0), "r": fixed(0)},
        "m": {"g": 1, "a": fixed([0, 0])},
        "a": [{"nm": "A", "s": {"t": 0, "xe": fixed(0), "ne": fixed(0), "a": fixed(100), "b": 1, "rn": 0, "sh": 1,
                                "e": fixed(100), "s": fixed(0), "r": 1}, "a": {"o": fixed(0)}}]}
FILE = {"v": "5.12.1", "fr": 30, "ip": 0, "op": 120, "w": 100, "h": 100, "nm": "main", "ddd": 1,
        "fonts": {"list": [{"fName": "F", "fFamily": "F", "fStyle": "Regular", "ascent": 75}]},
        "markers": [{"tm": 30, "cm": "go", "dr": 15}],
        "assets": [{"id": "d", "nm": "data.json", "t": 3, "u": "", "p": "data:application/json;base64,eyJhIjpbMSwyXX0=", "e": 1},
                   {"id": "i", "nm": "inner", "layers": [base(1, "in", 3)]}],
        "layers": [
            base(1, "a", 3, ef=[{"ty": 5, "nm": "S", "mn": "ADBE Slider Control", "ix": 1, "en": 1, "ef": [
                {"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1, "v": fixed(1)}]}],
                masksProperties=[{"nm": "M", "mode": "a", "inv": False, "pt": fixed(square), "o": fixed(100), "x": fixed(0),
                                  "f": fixed([0, 0])}], parent=2),
            base(2, "b", 3), base(3, "d3", 3, KS3, ddd=1), base(4, "cam", 13, dict(KS3), ddd=1, pe=fixed(500)),
            base(5, "light", 14, KS3, ddd=1), base(6, "t", 5, t=text),
            base(7, "s", 4, shapes=[{"ty": "gr", "nm": "g", "it": [{"ty": "sh", "nm": "Path 1", "ks": fixed(square)}, tr]}]),
            base(8, "pre", 0, refId="i", w=10, h=10, tm={"a": 1, "k": [key(0, [0]), key(30, [1])]}),
            base(9, "sep", 3, dict(KS, p={"s": True, "x": fixed(1), "y": fixed(2), "z": fixed(3)}), ddd=1),
            base(10, "au", 6, {"o": fixed(100)}, au={"lv": fixed([0, 0])})]}

OBJECTS = {"Comp": "thisComp", "Footage": 'footage("data.json")', "Project": "thisProject",
           "Layer Sub-objects": 'layer("a")', "Layer General": 'layer("a")', "Layer Properties": 'layer("pre")',
           "Layer 3D": 'layer("d3")', "Layer Space Transforms": 'layer("a")', "Camera": 'layer("cam")',
           "Light": 'layer("light")', "Effect": 'layer("a").effect("S")', "Mask": 'layer("a").mask("M")',
           "Property": 'layer("a").position', "PropertyGroup": 'layer("a").transform', "Key": 'layer("a").position.key(1)',
           "PathProperty": 'layer("s").content("g").content("Path 1").path', "MarkerProperty": "thisComp.marker",
           "MarkerKey": "thisComp.marker.key(1)", "Text": 'layer("t").text', "SourceText": 'layer("t").text.sourceText',
           "TextStyle": 'layer("t").text.sourceText.style'}
NEED_PIXELS = "waits for pixels: a named finding until then"
OWN = {
    ("Layer Sub-objects", "text"): 'layer("t").text.sourceText != null',
    ("Layer Sub-objects", "content"): 'layer("s").content("g").name == "g"',
    ("Layer Sub-objects", "(call)"): 'layer("a")("ADBE Effect Parade").numProperties == 1',
    ("Layer Sub-objects", "cameraOption"): 'layer("cam").cameraOption.zoom == 500',
    ("Layer Sub-objects", "lightOption"): 'layer("light").lightOption !== undefined',
    ("Layer Sub-objects", "materialOption"): 'layer("d3").materialOption !== undefined',
    ("Layer Sub-objects", '("Essential Properties")'): None,
    ("Layer Sub-objects", "essentialProperty"): None,
    ("Layer Sub-objects", "layerStyle"): None,
    ("Layer Sub-objects", "geometryOption"): None,
    ("Layer Properties", "audioLevels"): 'layer("au").audioLevels !== undefined',
    ("Effect", "(call)"): 'layer("a").effect("S")("Slider") == 1',
    ("PropertyGroup", "(call)"): 'layer("a").transform("Position") !== undefined',
    ("Property", "key (marker name)"): 'thisComp.marker.key("go").time == 1',
    ("Text", "Font..."): '"F".length == 1',
    ("Text", "animator"): 'layer("t").text.animator("A").name == "A"',
    ("Layer Sub-objects", "source"): 'layer("pre").source.name == "inner"',
    ("Engine / host JavaScript", "(last statement)"): 'eval("1; 2") == 2',
    ("Engine / host JavaScript", "eval"): 'eval("1 + 1") == 2',
    ("Engine / host JavaScript", "$"): "typeof $ == 'object'",
    ("Engine / host JavaScript", "Math"): "Math.max(1, 2) == 2",
    ("Engine / host JavaScript", "Date"): "new Date().getTime() > 0",
    ("Engine / host JavaScript", "Array operators"): "length([1, 2] + [2, 2]) == 5",
    ("Global", "posterizeTime"): "typeof posterizeTime == 'function'",
    ("Global", "value"): "ON value !== undefined",
    ("Global", "thisLayer"): "ON thisLayer.index == 1",
    ("Global", "thisProperty"): "ON thisProperty.name.length > 0",
}
REASONS = {
    ("Layer Sub-objects", '("Essential Properties")'): "Lottie carries no essential properties: a named finding",
    ("Layer Sub-objects", "essentialProperty"): "Lottie carries no essential properties: a named finding",
    ("Layer Sub-objects", "geometryOption"): "Lottie carries no geometry options: a named finding",
    ("Layer Sub-objects", "layerStyle"): 'needs a layer with styles; see the object model\'s own tests',
    ("Layer General", "sampleImage"): NEED_PIXELS,
    ("Engine / host JavaScript", "toSource / reflect"): "gone in AE's JavaScript engine too",
    ("Layer Space Transforms", "worldPositionToPsd"): "only its name is public",
    ("Layer Space Transforms", "worldRotationToPsd"): "only its name is public",
    ("Layer Space Transforms", "worldScaleToPsd"): "only its name is public",
    ("Expression Selector", "textIndex"): "inside a text animator's expression selector; an error elsewhere, as in AE",
    ("Expression Selector", "textTotal"): "inside a text animator's expression selector; an error elsewhere, as in AE",
    ("Expression Selector", "selectorValue"): "inside a text animator's expression selector; an error elsewhere, as in AE",
}


def probe(row):
    own = OWN.get((row["area"], row["name"]), "")
    if own is None:
        return None
    if own:
        return own
    if (row["area"], row["name"]) in REASONS and row["area"] != "Layer General":
        return None
    name = row["name"]
    if row["area"] == "Property: loop types":
        return f'ON loopOut({name}) !== undefined'
    target = OBJECTS.get(row["area"])
    if row["area"] == "Layer Properties" and name.startswith("transform."):
        return f'layer("sep").{name} !== undefined'
    if row["area"] == "Camera" and name in ("pointOfInterest",):
        return 'layer("cam").pointOfInterest !== undefined'
    if target is None:
        return f"ON typeof {name} == 'function'" if row["kind"] == "function" else f"ON {name} !== undefined"
    if row["kind"] == "method":
        return f"typeof {target}.{name} == 'function'"
    return f"{target}.{name} !== undefined"


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("bin")
    args.add_argument("catalogue")
    args.add_argument("-o", "--output")
    args = args.parse_args()
    rows = list(csv.DictReader(open(args.catalogue, encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "probe.json")
        json.dump(FILE, open(file, "w"))
        probes = [probe(row) for row in rows]
        results = {}
        for on in (False, True):
            chosen = [p for p in probes if p and p.startswith("ON ") == on]
            command = [args.bin, "eval", file, "--at", "0.5", "--format", "json"]
            command += ["--on", 'layer("a").opacity'] if on else []
            for p in chosen:
                text = p.removeprefix("ON ")
                command += ["--expr", f"({text}) ? 1 : 0"]
            answers = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
            for p, answer in zip(chosen, answers):
                results[p] = answer["samples"][0]
    lines, works = [], 0
    for row, p in zip(rows, probes):
        sample = results.get(p, {})
        ok = sample.get("value") == 1 and "error" not in sample
        works += ok
        reason = REASONS.get((row["area"], row["name"]))
        status = "yes" if ok else (reason or f"NO: {sample.get('error') or 'undefined'}")
        if ok and reason and row["area"] == "Layer General":
            status = reason
        cell = lambda s: s.replace("|", "\\|")
        lines.append(f"| {cell(row['area'])} | `{cell(row['name'])}` | {cell(row['kind'])} | {cell(status)} |")
    text = "\n".join([
        "# The expression language: what works",
        "",
        "Made by `tools/catalogue.py`, which asks the tool itself about every name. Legacy spellings resolve to these "
        "names; what no source settles is in [quirks.md](quirks.md).",
        "",
        f"{works} of {len(rows)} names work; the others say why.",
        "",
        "| area | name | kind | works |",
        "|---|---|---|---|",
        *lines,
    ]) + "\n"
    if args.output:
        open(args.output, "w", encoding="utf-8").write(text)
    else:
        print(text)


main()
