#!/bin/sh
# Packs the files that git tracks, generated ones among them, as the tarball of a release: scripts/dist.sh OUT_FOLDER
# The same files of the same commit give the same bytes. Prints the file and what PKG_HASH is to be. Fails while an address
# of the project or of its feed is a placeholder, unless DRAFT=1.
set -eu
umask 022
export LC_ALL=C TZ=UTC

out=${1:?usage: scripts/dist.sh OUT_FOLDER}
cd "$(dirname "$0")/.."
git rev-parse --verify --quiet HEAD >/dev/null || { echo "dist: this is no checkout of git with a commit" >&2; exit 1; }
git diff --quiet HEAD || echo "dist: with changes that are not committed" >&2
placeholders=$(
	grep -nE '[a-z-]+@example\.org|(site=|published = ")https://example\.org' openwrt-feed/*/Makefile docs/security.md docs/install.md \
		src/luci/provider/documents.ts
	grep -nHE 'git clone https://example\.org' README.md
) || :
if [ "$placeholders" ]; then
	echo "$placeholders" >&2
	echo "dist: these addresses are placeholders: put in those that are real; DRAFT=1 makes a tarball nevertheless" >&2
	[ "${DRAFT:-}" ] || exit 1
fi
version=$(sed -n 's/^PKG_VERSION:=//p' openwrt-feed/sso-login/Makefile)
name=sso-login-$version
mkdir -p "$out"
git ls-files -z >"$out/$name.files"
tar --create --file="$out/$name.tar" --no-recursion --format=gnu --numeric-owner --owner=0 --group=0 \
	--mode=u+rw,go+r,go-w,a+X --mtime="@$(git log -1 --format=%ct)" --transform="s|^|$name/|S" \
	--null --files-from="$out/$name.files"
rm "$out/$name.files"
xz -9 -T1 -f "$out/$name.tar"
echo "$out/$name.tar.xz"
echo "PKG_HASH:=$(sha256sum "$out/$name.tar.xz" | cut -d' ' -f1)"
