#!/bin/sh
# Each string of the interface is said somewhere.
# usage: strings.sh SOURCE_ROOT
cd "$1/src/scene" || exit 1
echo 1..1

unused=$(
    sed -n '/^enum av_string {/,/^};/p' strings.h | grep -o 'AV_STRING_[A-Z0-9_]*' | grep -v '_COUNT$' |
        while read -r id; do
            grep -qw "$id" scene.c picker/*.c panels/*.c lenses/*.c || printf ' %s' "$id"
        done
)
if [ -n "$unused" ]; then
    echo "not ok 1 - each string is used #$unused"
else
    echo 'ok 1 - each string is used'
fi
