#!/bin/sh
# Each room includes only the rooms that it may use, the libraries stay in their rooms, and lines within their width.
# usage: house.sh SOURCE_ROOT
cd "$1" || exit 1
n=0

# result NAME OFFENDERS: passes where there are none
result()
{
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "$2" | sed 's/^/# /'
    fi
}

# room NAME PATTERN: the rooms that NAME may include, itself among them
room()
{
    result "$1 includes only $(echo "$2" | tr '|' ' ')" \
        "$(grep -rnE '#include "attnviz/' "src/$1" "include/attnviz/$1" | grep -vE "\"attnviz/($2)/")"
}

room base 'base'
room engine 'base|engine'
room lesson 'base|engine|lesson'
room player 'base|engine|lesson|player'
room scene 'base|engine|lesson|player|scene'
room output 'base|engine|lesson|player|scene|output'
room tui 'base|engine|lesson|player|scene|tui'

result 'curses only in src/tui' \
    "$(grep -rnE '#include *[<"](n?cursesw?/)?(n?curses|term)\.h' src include tests | grep -v '^src/tui/')"
result 'cJSON only in src/lesson' \
    "$(grep -rnE '#include *[<"](cjson/)?cJSON(_Utils)?\.h' src include tests | grep -v '^src/lesson/')"
result 'nothing below main.c exits, or prints for itself' \
    "$(grep -rnE '(^|[^_[:alnum:]>.])(exit|_exit|abort|printf|puts|putchar|perror) *\(' src/*/ --include='*.c')"
result 'no line of C is wider than 120 columns' \
    "$(LC_ALL=C.UTF-8 grep -rnE '^.{121}' src include tests --include='*.[ch]')"
echo "1..$n"
