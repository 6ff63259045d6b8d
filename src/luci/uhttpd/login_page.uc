{%
// SPDX-License-Identifier: Apache-2.0
//
// A handler of uhttpd in front of LuCI's own (ucode_prefix), for login pages that load no script of LuCI: after such a page it sends the tag of
// the script with LuCI's translations, by which the button comes (controller/sso_login.uc). LuCI's handler gets each request, and
// what it sends goes out as it is and at once; whatever fails here, its answer stands.

const luci_file = '/usr/share/ucode/luci/uhttpd.uc';
let luci = null;

// LuCI is compiled once and runs in the process of each request, so that several requests at once do not share its connection to ubus.
try {
	luci = loadfile(luci_file, { raw_mode: false });
}
catch {
	// Each request meets the same fault, and uhttpd answers as it does for LuCI's handler.
}

/** Passes on what LuCI sends and notes a login page; the answer is what is to be done when LuCI has answered, or null. */
function watch(env) {
	// The script itself, of thousands of pieces.
	if (index(env.PATH_INFO ?? '', '/admin/translations/') == 0)
		return null;

	const send = uhttpd.send;
	let head = '', page = null, is_over = false;

	function note(text) {
		if (page != null) {
			page += text;
			return;
		}

		head += text;

		const line = index(head, '\r\n'), end = index(head, '\r\n\r\n');

		// Most answers are none after the first line.
		if (line >= 0 && substr(head, 0, 12) != 'Status: 403 ')
			is_over = true;
		else if (end >= 0) {
			is_over = index(lc(substr(head, 0, end)), '\r\nx-luci-login-required:') < 0;
			page = substr(head, end + 4);
		}
	}

	uhttpd.send = function(...parts) {
		const count = send(...parts);

		try {
			if (!is_over)
				note(join('', parts));
		}
		catch {
			is_over = true;
		}

		return count;
	};

	return function() {
		const has_form = !is_over && page && index(page, 'luci_password') >= 0;

		if (!has_form || index(page, '/admin/translations/') >= 0 || !match(env.SCRIPT_NAME, /^[\/A-Za-z0-9._-]+$/))
			return;

		// LuCI's own pages name the language in the same way.
		const language = match(page, /<html[^>]* lang="([A-Za-z-]+)"/)?.[1] ?? 'en';

		send(`<script src="${env.SCRIPT_NAME}/admin/translations/${language}"></script>\n`);
	};
}

global.handle_request = function(env) {
	let finish = null;

	try {
		finish = watch(env);
	}
	catch {
		// LuCI sends by itself.
	}

	if (luci)
		luci();
	else
		include(luci_file);

	// LuCI's own, by now.
	global.handle_request(env);

	try {
		if (finish)
			finish();
	}
	catch {
		// The page is complete.
	}
};
