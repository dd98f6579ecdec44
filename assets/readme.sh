#!/bin/sh
# The README's screen, and its tables of options and keys, made by the program itself.
# usage: readme.sh ATTNVIZ MANUAL SOURCE_ROOT write|check
attnviz=$1 manual=$2 root=$3
made=$(mktemp) && screen=$(mktemp) || exit 1
trap 'rm -f "$made" "$screen"' EXIT
export LC_ALL=C.UTF-8
"$attnviz" --print --no-questions --lang en --at 10:softmax "$root/lessons/pronoun.json" >"$screen" &&
    "$manual" readme "$root/README.md" "$screen" >"$made" || exit 1
case $4 in
write) cmp -s "$made" "$root/README.md" || cp "$made" "$root/README.md" ;;
check) diff "$root/README.md" "$made" || {
    echo 'README.md differs from the program: meson compile -C build readme'
    exit 1
} ;;
esac
