#!/bin/sh
# run.sh BIN CORPUS_DIR WORK_DIR: dump what is not dumped yet, compare, write docs/conformance/lottie-web.md.
# Skips (exit 0) where node, its packages or the corpus are absent. Not part of CI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$1 corpus=$2 work=$3
command -v node >/dev/null || { echo "skipped: no node"; exit 0; }
[ -d "$here/node_modules/lottie-web" ] || { echo "skipped: run npm install in $here first"; exit 0; }
[ -d "$corpus" ] || { echo "skipped: no corpus at $corpus"; exit 0; }

[ -d "$work/stock" ] || node "$here/dump.js" --out "$work/stock" "$corpus"/*
# Only files with a difference are worth the finer runs.
python3 "$here/compare.py" "$bin" "$corpus" "$work/stock" --markdown /dev/null --json "$work/first.json" || true
python3 -c 'import json,sys
for f in json.load(open(sys.argv[1])):
    if any(e["kind"] in ("differ", "ours fails") or "silent" in e for e in f["properties"]): print(f["file"])' \
    "$work/first.json" >"$work/different.txt"
dump() {
    while read -r name; do
        [ -f "$work/$1/$name.json" ] || node "$here/dump.js" --refine "$2" --out "$work/$1" "$corpus/$name"
    done <"$work/different.txt"
}
dump sloppy sloppy
dump double sloppy,double
dump loopin sloppy,double,easing,loopin
dump active sloppy,double,easing,loopin,active
dump chords sloppy,double,easing,chords,points
dump lines sloppy,double,easing,chords,points,lines
dump lengths sloppy,double,easing,chords,points,lines,lengths
dump tangents sloppy,double,easing,chords,points,lines,lengths,tangents
dump velocity sloppy,double,easing,chords,points,lines,lengths,tangents,velocity
mkdir -p "$root/docs/conformance"
# The first run that agrees with us is the cause a difference is laid to, so the list goes from few changes to many.
set --
for cause in sloppy double loopin active chords lines lengths tangents velocity; do
    set -- "$@" --refined "$cause=$work/$cause"
done
python3 "$here/compare.py" "$bin" "$corpus" "$work/stock" "$@" \
    --markdown "$root/docs/conformance/lottie-web.md" --json "$work/report.json"
