#!/bin/sh
# Azurite, Microsoft's emulator of Azure Blob Storage, for the demo and the tests:
#   azurite.sh fetch         fetches it by npm, once for a user
#   azurite.sh run OPTION... becomes its process, which listens on the loopback address
# AZURITE_HOME names a folder in which npm has installed it.
set -eu

version=3.37.0
home=${AZURITE_HOME:-$HOME/.cache/parquetry/azurite-$version}
main=$home/node_modules/azurite/dist/src/blob/main.js

fail() {
    echo "$1" >&2
    exit 1
}

command -v node >/dev/null || fail "Azurite, the emulator of Azure Blob Storage, runs on Node; install Node 20 or later with npm"

case ${1:-} in
    fetch)
        [ ! -f "$main" ] || exit 0
        command -v npm >/dev/null || fail "npm fetches Azurite, the emulator of Azure Blob Storage; install Node 20 or later with npm"
        echo "Fetching Azurite by npm; this takes half a minute the first time ..." >&2
        mkdir -p "$(dirname "$home")"
        # It is there again at once, in case npm fails.
        [ ! -d "$home" ] || { rmdir "$home" 2>/dev/null && mkdir "$home"; } \
            || fail "$home has no Azurite; name an empty folder in AZURITE_HOME"
        # Under another name first, so that an interrupt leaves no half of it.
        begun=$(mktemp -d "$(dirname "$home")/azurite-XXXXXX")
        npm install --prefix "$begun" --ignore-scripts --no-audit --no-fund "azurite@$version" >"$begun/npm.log" 2>&1 \
            || fail "npm does not fetch azurite@$version; $begun/npm.log says why"
        if [ -f "$main" ]; then
            # Another process was first.
            rm -rf "$begun"
        else
            # What is moved to a folder that is there would be in it.
            [ ! -d "$home" ] || rmdir "$home"
            mv "$begun" "$home"
        fi
        ;;
    run)
        shift
        exec node "$main" --blobHost 127.0.0.1 --silent --disableTelemetry --skipApiVersionCheck "$@"
        ;;
    *) fail "azurite.sh fetch, or azurite.sh run OPTION..." ;;
esac
