#!/usr/bin/ucode
// SPDX-License-Identifier: Apache-2.0
// Single sign-on for LuCI: login start, callback, logout, probe.
let enabled;
try {
	// The probe, as the login page asks on every visit: without the service, which speaks for other ways and of what is missing.
	if (`${getenv('REQUEST_METHOD')} ${getenv('HTTPS')} ${getenv('PATH_INFO') ?? ''}?${getenv('QUERY_STRING')}` in
			[ 'GET on ?action=enabled', 'GET on /?action=enabled' ] &&
			// The service ends a trial of a router without passwords.
			!require('fs').access('/var/run/sso-login/password_trial'))
		// While the first provider is off another may be on: the service looks.
		enabled = require('uci').cursor().get('sso-login', 'default', 'enabled') === '1' || null;
} catch (error) {}
if (enabled === null)
	loadstring("import { load } from 'sso_login.io.code'; return load;")()({}, 'sso_login.entry_points.cgi', getenv('PATH_INFO') ?? '').main();
else
	print('Status: 200 OK\r\nContent-Type: application/json\r\n',
		loadstring("import { lines } from 'sso_login.web.security_headers'; return lines;")(),
		`\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n{"enabled":true}`);
