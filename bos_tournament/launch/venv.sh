# Makes .venv and brings it to the pinned requirements: `. bos_tournament/launch/venv.sh base` (or dev), in the checkout.
# A copy of the list that was installed last lies in .venv, so a second start installs nothing.

say_and_stop() { printf '%s\n' "$*" >&2; exit 1; }

# Wheels are there for CPython, and none for its builds without the global lock. When the system's Python becomes a newer
# one, an environment made from it goes on with that, and finds nothing that was installed.
fits() {
    "$1" -c 'import os, sys, sysconfig
is_usual = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
is_whole = sys.prefix == sys.base_prefix or os.path.isdir(sysconfig.get_path("purelib"))
sys.exit(not (is_usual and is_whole and (3, 11) <= sys.version_info[:2] <= (3, 14)))' 2>/dev/null
}

find_python() {
    local name
    for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
        if command -v "$name" >/dev/null && fits "$name"; then
            python=$name
            "$name" -c 'import venv, ensurepip' 2>/dev/null && return
        fi
    done
    [ -z "${python:-}" ] && say_and_stop "Python 3.11 to 3.14 is needed, and none was found. Install one, then start again."
    say_and_stop "$python cannot make virtual environments. Install that part of it, on Debian or Ubuntu:" \
        "apt-get install python3-venv"
}

make_venv() {
    if [ -x .venv/bin/python ] && fits .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; then return; fi
    find_python
    "$python" -m venv --clear .venv || say_and_stop "$python could not make .venv; the reason is above."
}

install_requirements() {
    local list=requirements/$1.txt only="--require-hashes --only-binary :all:"
    local pip=".venv/bin/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore $only"
    # What installs the others is held to its hash like them.
    sed -n '/^uv==/,/[^\\]$/p' requirements/dev.txt >.venv/uv.txt
    mkdir -p "${UV_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/uv}" 2>/dev/null || export UV_NO_CACHE=1
    echo "Installing $list …"
    $pip --no-deps -r .venv/uv.txt && .venv/bin/python -m uv pip install -q --python .venv/bin/python $only -r "$list" ||
        { echo "uv could not; installing with pip alone, which takes a few minutes …"; false; } ||
        $pip -r "$list" ||
        say_and_stop "The requirements could not be installed; the reason is above. Is the network there?"
    cp "$list" ".venv/$1.installed"
    # The tests' list holds the site's, with the same pins.
    if [ "$1" = dev ]; then cp requirements/base.txt .venv/base.installed; fi
}

make_venv_with() {
    if cmp -s "requirements/$1.txt" ".venv/$1.installed" && fits .venv/bin/python; then return; fi
    make_venv
    install_requirements "$1"
}
