#!/usr/bin/env bash
# Makes finrubric/base:bookworm out of Debian packages, for machines that reach a Debian mirror but no image hub.
#
#   make_base.sh [CACHE_FOLDER]
#
# Needs root, mmdebstrap and a docker engine. The mirror is the one this machine's own apt uses.
# With a cache folder, the archive is kept there under the hash of this script and taken from there next time.
set -euo pipefail

suite=bookworm
image=finrubric/base:$suite
cache=${1:-}
script_hash=$(sha256sum "${BASH_SOURCE[0]}" | cut -c1-16)

fail() { echo "make_base: $*" >&2; exit 1; }

# shellcheck disable=SC2016  # apt expands it
apt_mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 'Component: main' |
        awk 'NR == 1'
}

make_archive() {
    local archive=$1 mirror
    command -v mmdebstrap >/dev/null || fail "mmdebstrap is not installed"
    mirror=$(apt_mirror)
    [ -n "$mirror" ] || fail "apt names no Debian mirror; run 'apt-get update' first"
    # Unpacking is bound by fsync, so memory is about three times as fast as a disk; a disk will do.
    mount -t tmpfs -o size=4g tmpfs "$work/root" 2>/dev/null || true
    TMPDIR=$work/root SOURCE_DATE_EPOCH=1790000000 mmdebstrap --quiet --variant=minbase \
        --include=python3,ca-certificates \
        --dpkgopt=force-unsafe-io \
        --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --aptopt='Acquire::Languages "none"' \
        "$suite" "$archive" "$mirror"
}

made_from=$(docker image inspect --format '{{index .Config.Labels "org.finrubric.base"}}' "$image" 2>/dev/null || true)
if [ "$made_from" = "$script_hash" ]; then
    echo "$image is there already"
    exit 0
fi

work=$(mktemp -d)
mkdir "$work/root"
# shellcheck disable=SC2317  # called by the trap
tidy() {
    umount "$work/root" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap tidy EXIT

archive=$work/base.tar
if [ -n "$cache" ]; then
    archive=$cache/base-$suite-$script_hash.tar
    mkdir -p "$cache"
fi
if [ ! -s "$archive" ]; then
    make_archive "$archive.partial.tar"
    mv "$archive.partial.tar" "$archive"
fi
docker import --change 'CMD ["python3"]' --change "LABEL org.finrubric.base=$script_hash" "$archive" "$image" >/dev/null
echo "made $image"
