#!/bin/sh
# The README's tables of options and keys, made from the program's own.
# usage: readme.sh MANUAL README write|check
made=$(mktemp) || exit 1
trap 'rm -f "$made"' EXIT
"$1" readme "$2" - >"$made" || exit 1
case $3 in
write) cmp -s "$made" "$2" || cp "$made" "$2" ;;
check) diff "$2" "$made" || {
    echo 'README.md: its tables differ from the program: meson compile -C build readme'
    exit 1
} ;;
esac
