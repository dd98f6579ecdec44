#!/bin/sh
# Each public header compiles alone, and is guarded by a name made from its path.
# usage: headers.sh SOURCE_ROOT COMPILER...
root=$1
shift
cd "$root/include" || exit 1
n=0
for header in attnviz/*/*.h; do
    n=$((n + 1))
    guard=$(echo "$header" | tr 'a-z/.' 'A-Z__')
    if [ "$(grep -cE "^#(ifndef|define) $guard\$" "$header")" -ne 2 ]; then
        echo "not ok $n - $header"
        echo "# its guard should be $guard"
        continue
    fi
    # Included twice, so that a missing guard shows as well.
    if faults=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$@" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Werror -fsyntax-only -I. -x c - 2>&1); then
        echo "ok $n - $header"
    else
        echo "not ok $n - $header"
        echo "$faults" | sed 's/^/# /'
    fi
done
echo "1..$n"
