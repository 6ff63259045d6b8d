// SPDX-License-Identifier: Apache-2.0
//
// ucode uhttpd_prefix.uc add|remove: the entry of login_page.uc in uhttpd's configuration. A uhttpd that runs starts anew after a change.

import { open, readfile, rmdir, stat, unlink } from 'fs';
import { cursor } from 'uci';

const config = '/etc/config/uhttpd';
const path = '/cgi-bin/luci';
const luci = `${path}=/usr/share/ucode/luci/uhttpd.uc`;
const ours = `${path}=/usr/share/sso-login/login_page.uc`;

// The folder of uncommitted changes is its own: those of others are not committed with it.
const folder = '/var/run/sso-login-uhttpd';
const uci = cursor('/etc/config', folder);

/** Whether a section offers LuCI as a CGI program, and no password of uhttpd's own is before it: that is not asked for before a handler. */
function has_program(section) {
	return section.home && section.cgi_prefix == '/cgi-bin' && stat(`${section.home}${path}`) &&
		!section.httpauth && !section.config && !stat('/etc/httpd.conf')?.size;
}

/** The entries with ours. uhttpd takes the first one that fits, so that ours is before LuCI's own. */
function with_ours(section, entries) {
	const at = index(entries, luci);

	if (at >= 0)
		return [ ...slice(entries, 0, at), ours, ...slice(entries, at) ];

	const is_taken = length(filter(entries, entry => index(entry, `${path}=`) == 0));

	return (!is_taken && has_program(section)) ? [ ours, ...entries ] : entries;
}

/** Gives a section its entries; the answer is whether they are others than before. */
function change(section) {
	const value = section.ucode_prefix;
	const now = type(value) == 'array' ? value : filter([ value ], entry => entry);
	const others = filter(now, entry => entry != ours);
	const wanted = ARGV[0] == 'add' ? with_ours(section, others) : others;

	if (join(' ', wanted) == join(' ', now))
		return false;

	if (length(wanted))
		uci.set('uhttpd', section['.name'], 'ucode_prefix', wanted);
	else
		uci.delete('uhttpd', section['.name'], 'ucode_prefix');

	return true;
}

const before = readfile(config);
const sections = filter(values(uci.get_all('uhttpd') ?? {}), section => section['.type'] == 'uhttpd');

if (!length(filter(sections, change)))
	exit(0);

uci.commit('uhttpd');
unlink(`${folder}/uhttpd`);
rmdir(folder);

// On a full flash UCI reports success and leaves an empty file.
if (!stat(config)?.size) {
	const file = open(config, 'w');

	file.write(before);
	file.close();
	exit(1);
}

// At a boot it starts later, and where another web server is used it does not run. LuCI's page of packages runs opkg or apk as a program of uhttpd:
// that ends first, and has its answer read.
system('(exec </dev/null >/dev/null 2>&1; while pidof opkg apk; do sleep 1; done; sleep 2; ! pidof uhttpd || /etc/init.d/uhttpd reload) &');
