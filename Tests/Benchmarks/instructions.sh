#!/bin/sh
# instructions.sh: how many instructions one title costs, by valgrind's count: the product beside Foundation.
# The difference of a run over the titles twenty times and one over them ten times leaves out what is done once.
set -e
cd "$(dirname "$0")"
command -v valgrind >/dev/null || { echo 'valgrind is not installed: no instruction counts'; exit 0; }
swift build -c release --product title-loop ${SCRATCH:+--scratch-path "$SCRATCH"} >/dev/null
program=$(swift build -c release --show-bin-path ${SCRATCH:+--scratch-path "$SCRATCH"})/title-loop
count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" "$3" 2>&1 | awk '/Collected/ {print $4}'; }
titles=1000
printf '%-22s %14s %14s %8s\n' keyword Highlighter Foundation ratio
for keyword in zebrafish notice 뷁뷁 공지 xylophone naïveté; do
    product=$(( ($(count product "$keyword" 20) - $(count product "$keyword" 10)) / (titles * 10) ))
    foundation=$(( ($(count foundation "$keyword" 4) - $(count foundation "$keyword" 2)) / (titles * 2) ))
    ratio=$(awk "BEGIN {printf \"%.1f\", $foundation / $product}")
    printf '%-22s %14s %14s %7s×\n' "$keyword" "$product" "$foundation" "$ratio"
done
