#!/usr/bin/env python3
"""Time and memory of each hostile expression in tests/cases/hostile.json: hostile.py BIN [-o TABLE.md]

Each is the expression of one layer of a small file; `BIN check` runs it at three frames beside a layer that must go on
working. Processor time and peak memory are those of the whole process.
"""
import argparse, json, os, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def file_with(expression):
    layer = lambda i, nm, x: {"ty": 3, "ind": i, "nm": nm, "ip": 0, "op": 3, "ks": {"r": {"a": 0, "k": 12, "x": x}}}
    return {"v": "5.12.1", "fr": 30, "ip": 0, "op": 3, "w": 9, "h": 9, "nm": "main",
            "layers": [layer(1, "bad", expression), layer(2, "good", "time * 30 + add(1, 2)")]}


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("bin")
    args.add_argument("-o", "--output")
    args = args.parse_args()
    rows = []
    for case in json.load(open(os.path.join(HERE, "..", "tests", "cases", "hostile.json"), encoding="utf-8")):
        expression = case["expression"] * case.get("times", 1) + case.get("then", "")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hostile.json")
            json.dump(file_with(expression), open(path, "w"))
            process = subprocess.Popen([args.bin, "check", path, "--format", "json", "--threads", "1"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            out = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = usage.ru_utime + usage.ru_stime
            code = sorted({f["code"] for f in json.loads(out)["findings"] if f["severity"] == "error"})
            good = subprocess.run([args.bin, "eval", path, "--expr", 'layer("good").rotation', "--at", "0.1"],
                                  capture_output=True, text=True).stdout
        assert os.waitstatus_to_exitcode(status) == 1, case
        assert good.split()[-1] == "6", (case, good)
        rows.append((case["name"], ", ".join(code), seconds, usage.ru_maxrss / 1024))
    text = "\n".join([
        "# Hostile expressions: what they end in",
        "",
        "Made by `tools/hostile.py`: each expression at three frames, processor time and peak memory of the whole process. Another layer of the same file "
        "gave its right value every time.",
        "",
        f"Slowest {max(r[2] for r in rows):.2f} s, largest {max(r[3] for r in rows):.0f} MB.",
        "",
        "| expression | finding | processor seconds | MB |",
        "|---|---|---|---|",
        *(f"| {n} | `{c}` | {s:.2f} | {m:.0f} |" for n, c, s, m in rows),
    ]) + "\n"
    if args.output:
        open(args.output, "w", encoding="utf-8").write(text)
    else:
        print(text)


main()
