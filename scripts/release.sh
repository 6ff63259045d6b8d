#!/bin/sh
# Puts together what a release consists of, besides the published feeds:
#
#   scripts/release.sh TAG SITE OUT_FOLDER
#
# TAG is v and the version. SITE is the folder of make-site.sh. OUT_FOLDER gets the tarball, all packages, their checksums,
# and the version's part of CHANGELOG.md as notes.md, beside it. Fails where the version is another one, not yet dated in
# CHANGELOG.md, or the project's addresses are placeholders (DRAFT=1 lets the last two pass).
set -eu

if [ $# -ne 3 ]; then
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
cd "$(dirname "$0")/.."
fail() {
	echo "release: $*" >&2
	exit 1
}

scripts/version.sh --check
version=$(sed -n 's/^PKG_VERSION:=//p' openwrt-feed/sso-login/Makefile)
[ "$1" = "v$version" ] || fail "the tag $1 is not v$version"
grep -qE "^## $version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md || [ "${DRAFT:-}" ] ||
	fail "CHANGELOG.md has no heading: ## $version (YYYY-MM-DD)"
rm -rf "$3"
mkdir -p "$3"
scripts/dist.sh "$3"
# A file's name says for which release and architecture it is; .apk files have neither in theirs.
for file in "$2"/*/*/*.[ia]pk; do
	folder=${file%/*}
	series=${folder%/*}
	cp "$file" "$3/$(basename "$series")_$(basename "$folder")_$(basename "$file")"
done
cp "$2"/sso-login.p* "$3/"
(cd "$3" && sha256sum -- * >sha256sums)
awk -v heading="## $version " 'index($0, "## ") == 1 { inside = index($0, heading) == 1; next } inside' CHANGELOG.md >"$3/../notes.md"
ls -l "$3"
