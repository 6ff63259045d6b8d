#!/bin/sh
# Installs the identity providers that Debian does not have into build/providers/, all or those that are named: scripts/providers.sh [NAME...]
# If one cannot be had, build/providers/NAME.missing has the reason, and the tests skip it.
set -u
cd "$(dirname "$0")/.." || exit

keycloak_version=26.7.3
hydra_version=v2.3.0
# v2.45.1: its module has no version of its own.
dex_version=v0.0.0-20260303133905-11d2eeb52b42
canaille_version=0.3.6
gitea_version=v1.26.0

say() { echo "providers: $*" >&2; }

# Says why a provider is left out.
leave_out() {
	say "$name is left out: $*"
	echo "$*" >"build/providers/$name.missing"
	exit
}

need() { command -v "$1" >/dev/null || leave_out "$1 is not installed"; }

# Runs a command whose output only a failure shows. 1: what it does  2: how long it usually takes  3...: the command
run() {
	say "$1 (usually $2)"
	what=$1
	shift 2
	"$@" >"$log" 2>&1 || { tail -n 20 "$log" >&2; leave_out "failed: $what"; }
}

# The newest Java of this machine that is new enough. 1: the least version
find_java() {
	for java in ${JAVA_HOME:+"$JAVA_HOME/bin/java"} $(command -v java) /usr/lib/jvm/*/bin/java; do
		version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
		[ "${version:-0}" -lt "$1" ] || { echo "$java"; return; }
	done
	return 1
}

install_keycloak() {
	need mvn
	need unzip
	java=$(find_java 21) || leave_out "there is no Java 21 or newer"
	artifact=org.keycloak:keycloak-quarkus-dist:$keycloak_version:zip
	run "fetching Keycloak $keycloak_version" "1 minute" \
		mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=$artifact -DoutputDirectory="$PWD/$new"
	run "unpacking Keycloak" "10 seconds" unzip -q -d "$new" "$new/keycloak-quarkus-dist-$keycloak_version.zip"
	mv "$new/keycloak-$keycloak_version"/* "$new"
	rmdir "$new/keycloak-$keycloak_version"
	rm "$new"/*.zip
	ln -s "$java" "$new/java"
	run "preparing Keycloak" "1 minute" env JAVA="$java" "$new/bin/kc.sh" build --db=dev-mem --cache=local
}

# A program of Go, in a module of its own: `go install` takes no program whose modules are replaced. 1: package  2: version  3: tags
install_go() {
	need go
	need gcc
	(cd "$new" && go mod init providers >/dev/null 2>&1)
	export GOFLAGS=-mod=mod
	run "fetching $name $2" "2 minutes" go -C "$new" get -tool "$1@$2"
	# As its own module replaces others, but for folders of its sources.
	own=$(go -C "$new" list -f '{{.Module.GoMod}}' "$1")
	sed -n 's/^replace \([^ ]*\) => \([^. ][^ ]*\) \([^ ]*\).*$/\1=\2@\3/p' "$own" |
		while read -r replaced; do go -C "$new" mod edit -replace "$replaced"; done
	run "compiling $name" "4 minutes" go -C "$new" build -tags "$3" -o "$name" "$1"
}

install_hydra() { install_go github.com/ory/hydra/v2 $hydra_version sqlite; }
install_dex() { install_go github.com/dexidp/dex/cmd/dex $dex_version ""; }

# Its pages and texts lie beside the program; its scripts, which it has only in releases, are not needed.
install_gitea() {
	install_go code.gitea.io/gitea $gitea_version "sqlite sqlite_unlock_notify"
	sources=$(go -C "$new" list -f '{{.Module.Dir}}' code.gitea.io/gitea)
	cp -R "$sources/options" "$sources/public" "$sources/templates" "$new"
	chmod -R u+w "$new"
}

install_canaille() {
	need python3
	run "a place for Canaille" "10 seconds" python3 -m venv "$new"
	run "fetching Canaille $canaille_version" "1 minute" \
		"$new/bin/pip" install -q "canaille[front,oidc,server,sqlite]==$canaille_version"
}

install_spring() {
	need mvn
	find_java 17 >/dev/null || leave_out "there is no Java 17 or newer"
	run "building the program with Spring Authorization Server" "2 minutes" \
		mvn -q -B -f test/providers/spring/pom.xml package -Dplace="$PWD/$new"
	ln -s "$(find_java 17)" "$new/java"
}

mkdir -p build/providers
exec 9<scripts/providers.sh
flock 9
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ $# -gt 0 ] || set -- keycloak hydra dex gitea canaille spring
for name; do
	# Debian has the others.
	command -v "install_$name" >/dev/null || continue
	place=build/providers/$name
	sources=test/providers/$name
	[ -d "$sources" ] || sources=
	[ ! -e "$place/done" ] || [ -n "$(find scripts/providers.sh ${sources:+"$sources"} -newer "$place/done")" ] || continue
	rm -f "$place.missing"
	new=$place
	rm -rf "$new"
	mkdir "$new"
	(install_"$name"; touch "$place/done")
done
