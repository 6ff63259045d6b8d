// The real `io`: files, clock, log, UCI and ubus through ucode's own modules, HTTPS through the native client.
// Those are loaded when one of their functions is first called. The counterpart of src/lua/io/system.ts.

import { load_module } from 'sso_login.ecma';
import * as clock from 'sso_login.io.clock';
import * as files from 'sso_login.io.files';
import * as https from 'sso_login.base.https';
import * as locks from 'sso_login.io.locks';
import * as log from 'sso_login.io.log';
import * as uci from 'sso_login.io.uci';

/**
 * The `io` of this router, or of a test's folder `options.root`. `options.log_to_stderr` writes log lines to
 * standard error, too.
 */
export function create(options) {
	const root = options.root ?? "";
	const share = root + "/usr/share";
	const calls = { settings: { timeout: 10 } };
	return {
		paths: {
			run_dir: root + "/var/run/sso-login",
			acl_dir: share + "/rpcd/acl.d",
			menu_dir: share + "/luci/menu.d",
			etc_dir: root + "/etc/sso-login",
			config_dir: root + "/etc/config",
			system_dir: root + "/etc",
			proc_dir: root + "/proc",
			plugin: root + "/usr/libexec/rpcd/sso-login",
			program: root + "/usr/sbin/sso-login",
			opkg_status: root + "/usr/lib/opkg/status",
			apk_installed: root + "/lib/apk/db/installed",
			password_guard: share + "/sso-login/password-guard.sh",
			luci: root + "/www/cgi-bin/luci",
			login_page: share + "/sso-login/login_page.sh",
			unconfirmed: root + "/var/run/rpcd/snapshot-files/sso-login",
		},
		compiled_config: () => global.sso_login_code ? global.sso_login_code("configuration") : null,
		// Few requests have a body.
		read_input: (max_bytes) => load_module('sso_login.io.input').read_input(max_bytes),
		read_posted: (max_bytes, seconds) => load_module('sso_login.io.input').read_posted(max_bytes, seconds),
		// A start of a login asks nothing.
		ubus_call: (object, method, args) => load_module('sso_login.io.ubus').ubus_call(root, object, method, args),
		ubus_call_all: (object, method, args) => load_module('sso_login.io.ubus').ubus_call_all(root, object, method, args),
		...clock.make(),
		...files.make(),
		lock: locks.lock,
		has_lock: locks.has_lock,
		unlock: locks.unlock,
		...log.make(root, options),
		...uci.make(root),
		...https.make(calls, clock.make().monotonic),
		https_settings: (chosen) => { calls.settings = chosen; },
	};
};
