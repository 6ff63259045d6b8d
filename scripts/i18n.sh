#!/bin/sh
# The translations of the package luci-app-sso-login, in gettext's form as LuCI has them: po/templates/sso-login.pot from
# the texts of the sources, po/<language>/sso-login.po written by people.
#
#   scripts/i18n.sh                 writes the template, and takes new texts into the languages' files, untranslated
#   scripts/i18n.sh --check [PO]    writes nothing; exits 1 when the template is stale, or a language incomplete or wrong
set -eu
export LC_ALL=C.UTF-8

cd "$(dirname "$0")/.."
package=openwrt-feed/luci-app-sso-login
po=${2:-$package/po}
new=build/i18n
rm -rf $new
mkdir -p $new
status=0

complain() {
	echo "$1" >&2
	status=1
}

# Puts a file in its place, or says that it is not what is there.
take() {
	if cmp -s "$1" "$2"; then
		return
	elif [ "$check" ]; then
		complain "$2 is not what the sources give: run \"make luci\", translate what is new, and commit the result"
	else
		cp "$1" "$2"
		echo "wrote $2"
	fi
}

check=
[ "${1:-}" != --check ] || check=1

# Texts in tables and in JSON are written as calls first, in $new below the path that it has here.
node --import tsx scripts/texts.ts $new
# shellcheck disable=SC2046 # paths without blanks
xgettext --language=JavaScript --from-code=UTF-8 --keyword --keyword=_ --directory=$new --directory=. \
	--omit-header --no-wrap --add-location=file --output=$new/texts.pot \
	src/luci/*/*.ts $(cd $new && find src $package -type f | sort) src/luci/controller/*.uc
{
	printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
	# `%{name}` is what gettext calls Ruby's format.
	sed 's/^msgid .*%{/#, ruby-format\n&/' $new/texts.pot
} >$new/sso-login.pot
take $new/sso-login.pot "$po/templates/sso-login.pot"

for file in "$po"/*/sso-login.po; do
	msgmerge --quiet --no-fuzzy-matching --no-wrap --output-file=$new/all.po "$file" $new/sso-login.pot
	msgattrib --no-obsolete --no-wrap --output-file=$new/merged.po $new/all.po
	take $new/merged.po "$file"
	[ "$check" ] || continue
	language=$(basename "$(dirname "$file")")
	for kind in untranslated only-fuzzy; do
		msgattrib --$kind --no-obsolete --no-wrap $new/all.po | sed -n "s/^msgid \"\(..*\)\"\$/\1\t$language/p" >>$new/missing
	done
	msgfmt --check-format --output-file=/dev/null "$file" || status=1
	# LuCI looks for texts with single blanks and none around; the header's lines end with \n.
	! grep -nE '^(msg(id|str) )?"( |.* "$|.*  |.*\\[nt])' "$file" | grep -vE '(Content-Type|Language): ' ||
		complain "$file: blanks around a text, or several together"
done
# Each text once, with the languages that lack it.
if [ -s $new/missing ]; then
	awk -F '\t' '!($1 in languages) { order[++count] = $1 } { languages[$1] = languages[$1] (languages[$1] ? ", " : "") $2 }
		END { for (i = 1; i <= count; i++) print languages[order[i]] ": no translation of \"" order[i] "\"" }' $new/missing >&2
	status=1
fi
exit $status
