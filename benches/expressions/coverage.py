#!/usr/bin/env python3
"""How many expressions of a folder of files take the numeric tier, and what the rest use.

    coverage.py INBETWEEN FOLDER
"""
import collections
import json
import subprocess
import sys
from pathlib import Path


def main():
    binary, folder = sys.argv[1:3]
    properties, texts, why = collections.Counter(), {}, collections.Counter()
    for file in sorted(Path(folder).iterdir()):
        run = subprocess.run(
            [binary, "profile", str(file), "--format", "json", "--frames", "0..60:3", "--threads", "1", "--findings", "json"],
            capture_output=True, text=True, check=False)
        if not run.stdout:
            continue
        for one in json.loads(run.stdout)["expressions"]:
            numeric = one["tier"] == "numeric"
            properties[numeric] += 1
            texts[one["text"]] = texts.get(one["text"], True) and numeric
            if not numeric:
                why[one["why"], one["tier"]] += 1
    total = sum(properties.values())
    good = sum(texts.values())
    print(f"{properties[True]} of {total} expression properties ({100 * properties[True] / total:.1f} %)")
    print(f"{good} of {len(texts)} distinct texts ({100 * good / len(texts):.1f} %)\n")
    print("| the rest | properties |\n|---|---|")
    for (reason, tier), count in why.most_common():
        print(f"| {reason} ({tier}) | {count} |")


if __name__ == "__main__":
    main()
