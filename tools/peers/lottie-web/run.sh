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
dump() {
    [ -d "$work/$1" ] || node "$here/dump.js" ${2:+--refine "$2"} --out "$work/$1" "$corpus"/*
}
dump stock ""
dump sloppy sloppy
dump double double
dump easing double,easing
dump chords double,chords,points
dump both double,easing,chords,points
dump velocity double,easing,chords,points,velocity
python3 "$here/compare.py" "$bin" "$corpus" "$work/stock" \
    --refined "expressions run as strict code, where an undeclared name throws=$work/sloppy" \
    --refined "single precision vectors=$work/double" \
    --refined "ease curves solved to 10⁻⁴ or four steps=$work/easing" \
    --refined "motion paths as 150 chords, points rounded to 10⁻³=$work/chords" \
    --refined "ease curves and motion paths approximated=$work/both" \
    --refined "velocity as a difference over the last millisecond=$work/velocity" \
    --markdown "$root/docs/conformance/lottie-web.md" --json "$work/report.json"
