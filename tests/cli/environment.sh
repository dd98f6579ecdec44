#!/bin/sh
# environment.sh ROOT: the man page and the sources agree on the variables of the environment.
set -eu
cd "$1"

# A name in quotes, either of getenv itself or of what is handed to it a few lines away.
read_in_sources()
{
    grep -rlE 'getenv\(' src --include='*.c' | xargs grep -hoE '"[A-Z][A-Z_]{3,}"' | tr -d '"' | sort -u
}

named_in_manual()
{
    sed -n '/^\.SH ENVIRONMENT/,/^\.SH FILES/p' assets/attnviz.1.in | grep -E '^\.BR? [A-Z]' | grep -oE '[A-Z][A-Z_]{3,}' | sort -u |
        grep -vx FILES
}

# A character set in quotes is no variable.
found=$(read_in_sources | grep -vx POSIX)
named=$(named_in_manual)
[ "$found" = "$named" ] && exit 0
echo "read in src:"
echo "$found"
echo "named in the man page:"
echo "$named"
exit 1
