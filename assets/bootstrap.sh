#!/bin/sh
# Installs what attnviz needs and is not there yet, builds it in build/, and runs it or its tests.
#
#   sh assets/bootstrap.sh run [OPTIONS...]   opens lessons/pronoun.json
#   sh assets/bootstrap.sh test               also installs what the tests need, and runs them all
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build

say()
{
    echo "bootstrap: $*" >&2
}

die()
{
    say "$*"
    exit 1
}

usage()
{
    echo 'usage: sh assets/bootstrap.sh run [OPTIONS...] | test' >&2
    exit 2
}

have()
{
    command -v "$1" >/dev/null 2>&1
}

# The validator that one of the tests needs, for whichever Python has it.
have_validator()
{
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import jsonschema' 2>/dev/null; then
            return 0
        fi
    done
    return 1
}

# What is missing of tools and libraries, by the names that the rest of this script uses; $1 is run or test.
missing()
{
    have meson || echo meson
    have ninja || have ninja-build || have samu || echo ninja
    have cc || have gcc || have clang || echo compiler
    have pkg-config || have pkgconf || echo pkg-config
    modules='ncursesw libcjson libutf8proc'
    [ "$1" = run ] || modules="$modules criterion vterm"
    for module in $modules; do
        "$(have pkg-config && echo pkg-config || echo pkgconf)" --exists "$module" 2>/dev/null || echo "$module"
    done
    [ "$1" = run ] || have_validator || echo jsonschema
}

# The package manager of this machine.
manager()
{
    for name in apt-get dnf pacman apk zypper brew; do
        if have "$name"; then
            echo "$name"
            return
        fi
    done
}

# The packages of manager $1 that bring $2; nothing where it has none.
packages()
{
    case $1:$2 in
    apt-get:meson | dnf:meson | pacman:meson | apk:meson | zypper:meson | brew:meson) echo meson ;;
    apt-get:ninja | dnf:ninja) echo ninja-build ;;
    pacman:ninja | zypper:ninja | brew:ninja) echo ninja ;;
    apk:ninja) echo samurai ;;
    apt-get:compiler) echo gcc libc6-dev ;;
    dnf:compiler | pacman:compiler | zypper:compiler | brew:compiler) echo gcc ;;
    apk:compiler) echo gcc musl-dev ;;
    apt-get:pkg-config) echo pkg-config ;;
    dnf:pkg-config) echo pkgconf-pkg-config ;;
    pacman:pkg-config | apk:pkg-config | brew:pkg-config) echo pkgconf ;;
    zypper:pkg-config) echo pkgconf-pkg-config ;;
    apt-get:ncursesw) echo libncurses-dev ;;
    pacman:ncursesw | brew:ncursesw) echo ncurses ;;
    apk:ncursesw) echo ncurses-dev ncurses-terminfo-base ;;
    apt-get:libcjson) echo libcjson-dev ;;
    pacman:libcjson | brew:libcjson) echo cjson ;;
    apk:libcjson) echo cjson-dev ;;
    apt-get:libutf8proc) echo libutf8proc-dev ;;
    pacman:libutf8proc) echo libutf8proc ;;
    brew:libutf8proc) echo utf8proc ;;
    apk:libutf8proc) echo utf8proc-dev ;;
    apt-get:criterion) echo libcriterion-dev ;;
    apk:criterion) echo criterion-dev ;;
    brew:criterion) echo criterion ;;
    apt-get:vterm) echo libvterm-dev ;;
    pacman:vterm | brew:vterm) echo libvterm ;;
    apk:vterm) echo libvterm-dev ;;
    apt-get:jsonschema | dnf:jsonschema | zypper:jsonschema) echo python3-jsonschema ;;
    pacman:jsonschema) echo python-jsonschema ;;
    apk:jsonschema) echo py3-jsonschema ;;
    dnf:* | zypper:*) echo "pkgconfig($2)" ;; # these two find a library by its pkg-config name
    esac
}

as_root()
{
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        die "not root, and no sudo here; as root, run: $*"
    fi
}

apt_install()
{
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# install MANAGER PACKAGE...
install()
{
    tool=$1
    shift
    say "installing with $tool: $*"
    case $tool in
    apt-get) # an old or empty list of packages is the only reason to fetch a new one
        apt_install "$@" || { as_root apt-get update && apt_install "$@"; }
        ;;
    dnf) as_root dnf install -y "$@" ;;
    pacman) as_root pacman -S --needed --noconfirm "$@" ;;
    apk) as_root apk add "$@" ;;
    zypper) as_root zypper --non-interactive install "$@" ;;
    brew) brew install "$@" ;;
    esac </dev/null >&2
}

# brew keeps its ncurses apart from the system's.
find_kegs()
{
    if [ "$(manager)" = brew ]; then
        PKG_CONFIG_PATH=$(brew --prefix)/opt/ncurses/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
        export PKG_CONFIG_PATH
    fi
}

# Brings all that is missing for run or test; Criterion and jsonschema last and alone, since not every distribution has
# them.
prepare()
{
    find_kegs
    wanted=$(missing "$1" | tr '\n' ' ')
    [ -n "$wanted" ] || return 0
    tool=$(manager)
    [ -n "$tool" ] || die "no known package manager here; install these, then run this again: $wanted"
    list=''
    for want in $wanted; do
        [ "$want" = criterion ] || [ "$want" = jsonschema ] || list="$list $(packages "$tool" "$want")"
    done
    # shellcheck disable=SC2086 # a list of words
    [ -z "$list" ] || install "$tool" $list || die "$tool could not install:$list"
    case $wanted in
    *criterion*)
        found=$(packages "$tool" criterion)
        if [ -z "$found" ] || ! install "$tool" "$found"; then
            die "$tool has no Criterion, with which the tests are written: build it from" \
                "https://github.com/Snaipe/Criterion, then run this again. (attnviz itself does not need it.)"
        fi
        ;;
    esac
    case $wanted in
    *jsonschema*)
        found=$(packages "$tool" jsonschema)
        if [ -z "$found" ] || ! install "$tool" "$found"; then
            say "no jsonschema for Python here: the test of the lessons' schema will be skipped"
        fi
        ;;
    esac
    wanted=$(missing "$1" | grep -v jsonschema | tr '\n' ' ')
    [ -z "$wanted" ] || die "still missing after installing: $wanted"
}

# Sets up build/ (anew where an older one cannot be used), and compiles.
build()
{
    tests=auto
    [ "$1" = run ] || tests=enabled
    if [ -f "$build/build.ninja" ]; then
        meson configure "$build" -Dtests="$tests" ||
            meson setup --wipe -Dtests="$tests" "$build" "$root"
    else
        meson setup -Dtests="$tests" "$build" "$root"
    fi
    meson compile -C "$build"
}

[ $# -ge 1 ] || usage
mode=$1
shift
case $mode in
run)
    prepare run
    build run </dev/null >&2
    exec "$build/src/attnviz" "$@" "$root/lessons/pronoun.json"
    ;;
test)
    [ $# -eq 0 ] || usage
    prepare test
    build test </dev/null
    exec meson test -C "$build" --print-errorlogs </dev/null
    ;;
*) usage ;;
esac
