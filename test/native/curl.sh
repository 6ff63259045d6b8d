#!/bin/sh
# A libcurl as OpenWrt builds it: on mbedtls, without a resolver thread, without texts for its codes.
#
#   curl.sh DIR CPPFLAGS LIBS OPTION ...     builds the curl of the next Debian, unpatched, into DIR/lib/libcurl.a
#
# CPPFLAGS and LIBS choose the mbedtls, the options are for configure. Everything stays below build/.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$1 cppflags=$2 libs=$3
shift 3
source=$root/build/curl/source

[ ! -e "$dir/lib/libcurl.a" ] || exit 0
"$root/test/native/debian.sh" source trixie curl "$source"
mkdir -p "$dir/work"
cd "$dir/work"
{
	CPPFLAGS=$cppflags LIBS=$libs "$source/configure" --prefix="$dir" --disable-shared --with-pic --with-mbedtls \
		--disable-threaded-resolver --disable-verbose --disable-manual --disable-docs --disable-ldap \
		--disable-dict --disable-ftp --disable-gopher --disable-imap --disable-mqtt --disable-pop3 \
		--disable-rtsp --disable-smb --disable-smtp --disable-telnet --disable-tftp --disable-ares \
		--without-libpsl --without-brotli --without-zstd --without-libidn2 --without-nghttp2 \
		--without-libssh2 --without-librtmp --without-ca-path \
		--with-ca-bundle=/etc/ssl/certs/ca-certificates.crt "$@" &&
		make -j2 -C lib &&
		make -C lib install &&
		make -C include install
} >"$dir/log" 2>&1 || { tail -n 30 "$dir/log" >&2 && exit 1; }
