#!/usr/bin/env python3
"""compare.py BIN CORPUS_DIR ORACLE_DIR [--refined CAUSE=DIR]... [--markdown OUT] [--json OUT]

Compares our value of every expression with lottie-web's (the files dump.js wrote into ORACLE_DIR) and sorts every
difference beyond 1e-3 under a judgement: who is right, by which rule (judgements.tsv). lottie-web is a second opinion,
not the truth: a difference says only that somebody must be asked. With --refined, a difference that goes away in what
`dump.js --refine` wrote to DIR is laid to what that run changed: CAUSE, a row of kind `cause` in judgements.tsv.

Exit status 1 when a difference has no judgement or one that says we are wrong, 2 when there is nothing to compare.
"""
import argparse, collections, fnmatch, json, math, os, re, subprocess, sys

TOLERANCE = 1e-3
HERE = os.path.dirname(os.path.abspath(__file__))
INFINITE = math.inf


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def numbers(value):
    """A value as a flat list of numbers, or None when it is none."""
    if isinstance(value, bool):
        return [float(value)]
    if isinstance(value, (int, float)):
        return [float(value)]
    if isinstance(value, list):
        parts = [numbers(item) for item in value]
        return None if any(part is None for part in parts) else [x for part in parts for x in part]
    return None


def difference(ours, theirs):
    """The largest absolute difference of two values; infinite when their kinds do not fit."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if bool(ours.get("closed")) != bool(theirs.get("closed")):
            return INFINITE
        parts = []
        for key in ("points", "inTangents", "outTangents"):
            a, b = numbers(ours.get(key)), numbers(theirs.get(key))
            if a is None or b is None or len(a) != len(b):
                return INFINITE
            parts += [abs(x - y) for x, y in zip(a, b)]
        return max(parts, default=0.0)
    if isinstance(ours, str) or isinstance(theirs, str):
        return 0.0 if str(ours) == str(theirs) else INFINITE
    a, b = numbers(ours), numbers(theirs)
    if not a or not b:
        return INFINITE
    # A 2D layer's z and an opaque colour's alpha are written by one side and left out by the other.
    if len(a) != len(b) and min(len(a), len(b)) < 2:
        return INFINITE
    return max(abs(x - y) for x, y in zip(a, b))


def broken(value):
    """Whether lottie-web's answer is no value at all."""
    return value in ("undefined", None) or "NaN" in json.dumps(value) or "Infinity" in json.dumps(value)


def judgements(path):
    """Rows of judgements.tsv: id, kind, file glob, path glob, expression pattern, who is right, rule, source."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                cells = line.rstrip("\n").split("\t")
                cells += [""] * (9 - len(cells))
                rows.append(dict(zip(("id", "kind", "file", "path", "expression", "theirs", "right", "rule", "source"), cells)))
    return rows


def judge(rows, kind, file, prop, theirs):
    for row in rows:
        # Paths are full of brackets, which are no character class here.
        glob = row["path"].replace("[", "[[]") or "*"
        if (row["kind"] in ("", kind) and fnmatch.fnmatchcase(file, row["file"] or "*")
                and fnmatch.fnmatchcase(prop["path"], glob) and re.search(row["expression"], prop["expression"], re.S)
                and re.search(row["theirs"], theirs)):
            return row
    return None


def evaluate(binary, file, times):
    """Our answer: {path: {time index: sample}} and what went wrong as text."""
    command = [binary, "eval", file, "--all", "--at", ",".join(repr(t) for t in times), "--format", "json"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return None, "no answer in 600 s"
    try:
        rows = json.loads(run.stdout)
    except ValueError:
        return None, f"exit {run.returncode}: {run.stderr.strip()[:200]}"
    if isinstance(rows, dict):
        rows = rows.get("results") or rows.get("properties") or []
    return {row["path"]: row for row in rows if row.get("path")}, ""


def compare_property(prop, ours, refined):
    """One property's verdict: its kind, the worst difference, the sample it is at, and notes."""
    entry = {"path": prop["path"], "expression": prop["expression"], "kind": "agree", "worst": 0.0}
    if not prop["deterministic"]:
        return {**entry, "kind": "random"}
    if ours is None:
        return {**entry, "kind": "missing"}
    compared = 0
    for i, theirs in enumerate(prop["samples"]):
        mine = min(ours["samples"], key=lambda s: abs(s["time"] - theirs["time"]), default=None)
        if mine is None or abs(mine["time"] - theirs["time"]) > 1e-6:
            return {**entry, "kind": "missing"}
        pair = {"time": theirs["time"], "ours": mine.get("value"), "theirs": theirs.get("value")}
        if "error" in theirs and (label := finer(refined, i, mine.get("value"))) and "error" not in mine:
            compared += 1
            entry.setdefault("cause", (INFINITE, label, {**pair, "theirs": theirs["error"]}))
            continue
        if "error" in theirs or broken(theirs.get("value")):
            entry.setdefault("silent", {**pair, "why": theirs.get("error", "not a number")})
            entry["ours_too"] = entry.get("ours_too", False) or "error" in mine
            continue
        if mine.get("error"):
            entry.update(kind="ours fails", at={**pair, "why": mine["error"]})
            continue
        compared += 1
        apart = difference(mine.get("value"), theirs["value"])
        label = finer(refined, i, mine.get("value")) if apart > TOLERANCE else None
        if label:
            if apart >= entry.get("cause", (0.0,))[0]:
                entry["cause"] = (apart, label, pair)
            continue
        if apart > entry["worst"]:
            entry["worst"] = apart
            if apart > TOLERANCE and entry["kind"] != "ours fails":
                entry.update(kind="differ", at=pair)
    if entry["kind"] == "agree":
        if not compared:
            entry["kind"] = "no opinion"
        elif "cause" in entry:
            entry.update(kind="cause", worst=entry["cause"][0], label=entry["cause"][1], at=entry["cause"][2])
        elif "silent" in entry:
            entry["kind"] = "partly no opinion"
    return entry


def finer(refined, i, mine):
    """The first refinement of lottie-web whose value agrees with ours."""
    for label, prop in refined:
        if i < len(prop["samples"]) and prop["samples"][i].get("value") is not None:
            if difference(mine, prop["samples"][i]["value"]) <= TOLERANCE:
                return label
    return None


def run(args):
    rows = judgements(args.judgements)
    report = []
    for name in sorted(os.listdir(args.oracle)):
        oracle = load(os.path.join(args.oracle, name))
        source = os.path.join(args.corpus, oracle["file"])
        if not os.path.exists(source):
            continue
        refined = []
        for option in args.refined:
            label, _, folder = option.partition("=")
            if os.path.exists(os.path.join(folder, name)):
                refined.append((label, {p["path"]: p for p in load(os.path.join(folder, name))["properties"]}))
        times = sorted({s["time"] for p in oracle["properties"] for s in p["samples"]}) or [0.0]
        ours, why = evaluate(args.binary, source, times)
        entries = []
        for prop in oracle["properties"]:
            if oracle.get("error") and not prop["samples"]:
                mine = (ours or {}).get(prop["path"], {"samples": []})["samples"]
                entry = {"path": prop["path"], "expression": prop["expression"], "kind": "no opinion", "worst": 0.0,
                         "silent": {"why": oracle["error"]}, "ours_too": any("error" in s for s in mine) or not mine}
            elif ours is None:
                entry = {"path": prop["path"], "expression": prop["expression"], "kind": "missing", "worst": 0.0,
                         "at": {"why": why}}
            else:
                entry = compare_property(prop, ours.get(prop["path"]),
                                         [(label, props[prop["path"]]) for label, props in refined if prop["path"] in props])
            if entry["kind"] in ("differ", "ours fails", "missing", "no opinion", "partly no opinion"):
                theirs = entry.get("silent", {}).get("why", "") or json.dumps(entry.get("at", {}).get("theirs"))
                row = judge(rows, entry["kind"], oracle["file"], prop, theirs)
                entry["judgement"] = row["id"] if row else None
            entries.append(entry)
        report.append({"file": oracle["file"], "error": oracle.get("error"), "ours_error": why, "properties": entries})
        print(f"{oracle['file']}: {dict(collections.Counter(e['kind'] for e in entries))}", file=sys.stderr)
    return report, rows


def short(value):
    if isinstance(value, dict):
        points = value.get("points") or []
        return f"path of {len(points)}: {short(points[:2])}…"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return "[" + ", ".join(short(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def magnitude(value):
    return "–" if value == INFINITE else f"{value:.2g}"


KINDS = ["agree", "cause", "partly no opinion", "no opinion", "differ", "ours fails", "missing", "random"]


def markdown(report, rows):
    entries = [(f["file"], e) for f in report for e in f["properties"]]
    count = collections.Counter(e["kind"] for _, e in entries)
    deterministic = len(entries) - count["random"]
    agree = count["agree"] + count["partly no opinion"]
    opinions = deterministic - count["no opinion"]
    out = ["# Expression values against lottie-web", "",
           "Generated by `tools/peers/lottie-web/compare.py`; do not edit. Judgements: `tools/peers/lottie-web/judgements.tsv`.", "",
           "Every expression of the public corpus that asks for no randomness, at eight frames spread over its file, once by us and "
           "once by lottie-web 5.13.0 under jsdom, as the expression returned it. lottie-web is a second opinion, not the truth; "
           "each difference beyond 10⁻³ is judged below.", "",
           f"{len(report)} files, {len(entries)} properties with expressions, {deterministic} of them deterministic. lottie-web has an "
           f"opinion on {opinions}: **on {agree} it agrees as it is**; on {count['cause']} it agrees once what is named below is "
           f"changed in it; {count['differ']} differ and are judged by rule alone; we give an error where it has a value on "
           f"{count['ours fails']}, {count['missing']} are missing from our answer. On {count['no opinion']} it gives no value.", "",
           "How to read it. All compositions show the same frame while sampling, an expression that throws keeps its value for that "
           "frame (lottie-web itself would drop the frame), and four passes are made per frame so that what lottie-web reads late has "
           "arrived. The causes were looked for after the differences were seen, by changing lottie-web (`dump.js --refine`). The changes "
           "add up as `run.sh` lists them; a property stands under the first change with which, together with those before it, "
           "its worst sample comes within 10⁻³. That shows where a difference comes from; that we are right rests on the rule and "
           "source named.", ""]
    by_id = {row["id"]: row for row in rows}
    out += ["## Differences, judged", "", "| properties | how shown | who is right | rule | source | worst | example | ours | lottie-web |",
            "|---:|---|---|---|---|---:|---|---|---|"]
    groups = collections.defaultdict(list)
    for file, e in entries:
        if e["kind"] in ("differ", "ours fails", "missing"):
            groups[e.get("judgement")].append((file, e))
    for file, e in entries:
        if e["kind"] == "cause":
            groups[e["label"]].append((file, e))
    for key, members in sorted(groups.items(), key=lambda item: (item[0] is None, -len(item[1]))):
        row = by_id.get(key, {"right": "**not judged**", "rule": "", "source": ""})
        file, e = max(members, key=lambda m: (m[1]["worst"] != INFINITE, m[1]["worst"]))
        at = e.get("at", {})
        ours = at.get("why") or short(at.get("ours"))
        out.append(f"| {len(members)} | {'changing `' + key + '`' if e['kind'] == 'cause' else 'rule'} | {row['right']} | {row['rule']} | {row['source']} | {magnitude(e['worst'])} | `{file}` `{e['path']}` "
                   f"at {at.get('time', 0):.4g} s | {cell(ours)} | {cell(short(at.get('theirs')))} |")
    out += ["", "## Where lottie-web gives no value", "", "| properties | what it says | ours | verdict | source |", "|---:|---|---|---|---|"]
    silent = collections.defaultdict(list)
    for file, e in entries:
        if "silent" in e and e["kind"] in ("no opinion", "partly no opinion"):
            silent[(e["silent"]["why"], e.get("judgement"))].append((file, e))
    for (why, key), members in sorted(silent.items(), key=lambda item: -len(item[1])):
        row = by_id.get(key, {"rule": "**not judged**", "source": ""})
        files = ", ".join(f"`{f}`" for f in sorted({f for f, _ in members}))
        failing = sum(e["ours_too"] for _, e in members)
        mine = f"an error on {failing}" if failing == len(members) else f"a value on {len(members) - failing}"
        out.append(f"| {len(members)} | {cell(why)} ({files}) | {mine} | {row['rule']} | {row['source']} |")
    out += ["", "## Files", "", "| file | " + " | ".join(KINDS) + " | worst agreed |", "|---|" + "---:|" * (len(KINDS) + 1)]
    for f in report:
        kinds = collections.Counter(e["kind"] for e in f["properties"])
        worst = max((e["worst"] for e in f["properties"] if e["kind"] in ("agree", "partly no opinion")), default=0.0)
        out.append(f"| `{f['file']}` | " + " | ".join(str(kinds[k] or "") for k in KINDS) + f" | {magnitude(worst)} |")
    return "\n".join(out) + "\n"


def cell(text):
    text = str(text).replace("|", "\\|").replace("\n", " ")
    return text if len(text) <= 120 else text[:117] + "…"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("corpus")
    parser.add_argument("oracle")
    parser.add_argument("--refined", action="append", default=[], metavar="CAUSE=DIR")
    parser.add_argument("--judgements", default=os.path.join(HERE, "judgements.tsv"))
    parser.add_argument("--markdown")
    parser.add_argument("--json")
    args = parser.parse_args()
    for path in (args.binary, args.corpus, args.oracle):
        if not os.path.exists(path):
            print(f"nothing to compare: {path} is not there", file=sys.stderr)
            return 2
    report, rows = run(args)
    if not report:
        print("nothing to compare", file=sys.stderr)
        return 2
    text = markdown(report, rows)
    if args.markdown:
        with open(args.markdown, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
    by_id = {row["id"]: row for row in rows}
    open_ones = 0
    for f in report:
        for e in f["properties"]:
            if e["kind"] in ("differ", "ours fails", "missing"):
                row = by_id.get(e.get("judgement"))
                if row is None or row["right"] not in ("ours", "neither", "file"):
                    open_ones += 1
                    print(f"open: {f['file']} {e['path']} {e['kind']} {e['worst']:.3g} {e.get('judgement') or ''}", file=sys.stderr)
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())
