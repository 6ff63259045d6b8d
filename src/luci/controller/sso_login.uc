// SPDX-License-Identifier: Apache-2.0
//
// Actions that menu.d/sso-login.json puts in front of LuCI's own. Every page loads LuCI's script with the translations:
// the button of the login page is appended to it, and a session that has reached its longest lifetime is sent to the login
// page; rpcd's folder of changes goes that has none left. The logout ends single sign-on sessions at their provider. Changes are logged. After a fault LuCI's own action runs alone.
//
// LuCI runs these functions with http, ubus, uci, ctx, dispatcher and _ as global variables.

import { lsdir, popen, readfile, rmdir, stat, unlink } from 'fs';
import { cursor } from 'uci';

const service = '/cgi-bin/sso-login';
const scripts = '/luci-static/resources/sso-login';

function is_https() {
	return http.getenv('HTTPS') == 'on';
}

/** The label and the address of a provider's button; null for a provider that is off or has no usable redirect URI. */
function provider_data(section) {
	const name = section['.name'] ?? 'default', is_first = name == 'default';
	const path = is_first ? '' : `/${name}`;
	const uri = match(section.redirect_uri ?? '', /^(https:\/\/[^\/?#@]+)\/cgi-bin\/sso-login\/callback(\/[a-z0-9_]+)?$/);
	const label = section.label || (is_first ? section.button_label : name);
	if (section.enabled != '1' || !uri || (uri[2] ?? '') != path || length(name) > 32)
		return null;
	const data = {
		name,
		url: `${uri[1]}${service}/`,
		label: (label && label != 'Login with SSO') ? label : _('Login with SSO')
	};
	if (match(section.color ?? '', /^#[0-9A-Fa-f]{6}$/))
		data.color = section.color;
	return data;
}

/** The providers whose buttons the login page has, in their order, with their sections. */
function enabled_providers() {
	const list = [];
	for (let section in values(uci.get_all('sso-login') ?? {}))
		if (section['.type'] == 'oidc') {
			const data = provider_data(section);
			if (data)
				push(list, { section, data });
		}
	return list;
}

/** Seconds by the clock that does not jump. */
function uptime() {
	return int(split(readfile('/proc/uptime'), '.')[0]);
}

/** Seconds until the trial without passwords ends; 0 without one. */
function trial_seconds() {
	const deadline = match(readfile('/var/run/sso-login/password_trial') ?? '', /"deadline": *([0-9]+)/)?.[1];
	return deadline ? max(0, int(deadline) - uptime()) : 0;
}

/**
 * The texts of the login page while passwords are turned off; null while they are on. The sections of this service, which have
 * no password, are left out.
 */
function passwords_off(providers) {
	let is_off = false, is_kept = false;
	for (let section in values(uci.get_all('rpcd') ?? {})) {
		const is_local = section['.type'] == 'login' && substr(section['.name'], 0, 10) != 'sso_login_';
		if (is_local && section.sso_login_password)
			is_off = true;
		else if (is_local && section.password != '!')
			is_kept = true;
	}
	if (!is_off)
		return null;
	const data = {
		is_kept,
		reason: _('This router is opened by single sign-on.'),
		refused: is_kept
			? _('Passwords are turned off on this router for all but a few accounts. Log in by single sign-on.')
			: _('Passwords are turned off on this router: not even the right one is accepted. Log in by single sign-on.'),
		provider_down: _('The login service does not answer. Try again later. Administrators can turn passwords on again in the router\'s shell: sso-login password-login on')
	};
	const seconds = trial_seconds();
	if (seconds)
		data.trial = { seconds, text: _('Passwords are off, on trial. They come back by themselves in:') };
	const issuers = filter(map(providers, one => one.section.issuer_url), url => match(url ?? '', /^https:\/\/[^?#]+$/));
	// A provider without such an address may be up.
	if (length(issuers) && length(issuers) == length(providers))
		data.addresses = map(issuers, url => `${rtrim(url, '/')}/.well-known/openid-configuration`);
	return data;
}

/** The data for the login page's script, of type LoginData (login_data.ts); null where there is no button. */
function login_data(login_script) {
	const providers = login_script ? enabled_providers() : [];
	if (!length(providers))
		return null;
	const settings = uci.get_all('sso-login', 'default') ?? {};
	const off = passwords_off(providers);
	const first = providers[0].data;
	const start = settings.auto_redirect == '1' ? 'default' : settings.auto_redirect;
	// Over plain HTTP a password may do what the link cannot.
	if (!off && !is_https())
		return null;
	const data = {
		url: first.url,
		label: first.label,
		auto_redirect: !!filter(providers, one => one.data.name == start)[0],
		logged_in: ctx.authsession != null,
		// As LuCI does with its own: a newer file has another address.
		script: `${scripts}/login.js?v=${login_script.mtime}`
	};
	if (length(providers) > 1 || first.name != 'default') {
		data.providers = map(providers, one => one.data);
		if (data.auto_redirect)
			data.auto_redirect = start;
	}
	if (off)
		data.passwords_off = off;
	if (off ? off.is_kept : settings.password_form == 'hidden')
		data.password_label = _('Log in with a password');
	return data;
}

/** Keeps room for the settings page: what is below would jump when it comes, and so would the page, by the margin of LuCI's spinner. */
const room_script = "\nif (/\\/services\\/sso-login\\/?$/.test(location.pathname)) document.head.append(Object.assign(document.createElement('style'), { textContent: '#view { min-height: 100vh; display: flow-root }' }));";

/** The script that is appended to LuCI's translations; '' where there is no button. */
function login_script() {
	const folder = `${http.getenv('DOCUMENT_ROOT') ?? '/www'}${scripts}`;
	const data = login_data(stat(`${folder}/login.js`));
	const hook = data && readfile(`${folder}/hook.js`);
	return hook ? sprintf('\nwindow.sso_login=%J;\n%s', data, hook) : '';
}

/** The script that shows the end of the session, in so many seconds, ten minutes before. No page stays open for days. */
function end_script(seconds) {
	if (seconds > 86400)
		return '';
	return sprintf("\n(end => setTimeout(() => L.require('ui').then(ui => ui.addNotification(null, E('p', {}, [ %J.format(end.toLocaleTimeString()) ]), 'warning')), %d))(new Date(Date.now() + %d));",
		_('Your session ends at %s.'), max(1, seconds - 600) * 1000, seconds * 1000);
}

/**
 * The script for a session that has a longest lifetime: it shows the end before that comes. One that has reached it is ended by the
 * service, and the page is loaded again. '' for other sessions.
 */
function lifetime_script() {
	const lifetime = int(uci.get('sso-login', 'default', 'session_max_lifetime') ?? 0);
	const id = lifetime > 0 ? ctx.authsession : null;
	const values = id ? (ubus.call('session', 'get', { ubus_rpc_session: id })?.values ?? {}) : {};
	// The router's clock may jump; sessions of earlier versions have only its time.
	const is_steady = type(values.sso_login_uptime) == 'int';
	const began = is_steady ? values.sso_login_uptime : values.sso_login_time;
	if (type(began) != 'int')
		return '';
	const passed = (is_steady ? uptime() : time()) - began;
	// A moment before the clock's beginning or from the future is none that a program of ours wrote.
	if (began >= 0 && passed >= 0 && passed < lifetime)
		return end_script(lifetime - passed);
	// Without the service, too, the session ends.
	if (system('/usr/sbin/sso-login expire >/dev/null 2>&1') != 0)
		ubus.call('session', 'destroy', { ubus_rpc_session: id });
	return ubus.call('session', 'get', { ubus_rpc_session: id }) ? '' : '\nlocation.reload();';
}

/**
 * Gives live sessions what their roles give now after a package brought or took access groups: nobody is told of its removal. Only pages
 * of sessions look, and again until it was done.
 */
function follow_packages() {
	const folder = ctx.authsession ? stat('/usr/share/rpcd/acl.d') : null, kept = '/var/run/sso-login/acl_folder';
	const seen = folder ? `${folder.mtime} ${folder.ctime}` : null;

	if (seen && readfile(kept) != seen)
		system(`{ /usr/sbin/sso-login sync-roles && echo -n '${seen}' >${kept}; } </dev/null >/dev/null 2>&1 &`);
}

/** Removes rpcd's folder of the session's changes where none is left: its name is the session's id (docs/security.md). */
function forget_changes() {
	const folder = `/var/run/rpcd/uci-${ctx.authsession}`;
	const names = ctx.authsession ? lsdir(folder) : null;

	if (!names || length(filter(names, name => stat(`${folder}/${name}`)?.size)))
		return;

	for (let name in names)
		unlink(`${folder}/${name}`);

	rmdir(folder);
}

/** The sessions that the browser's cookies name, most specific cookie first, and that still live. */
function browser_sessions() {
	const ids = {};
	for (let pair in split(http.getenv('HTTP_COOKIE') ?? '', ';')) {
		const id = match(trim(pair), /^sysauth(_https?)?=([0-9a-f]+)$/)?.[2];
		if (id)
			ids[id] = true;
	}
	return filter(
		map(keys(ids), id => ({ id, values: ubus.call('session', 'get', { ubus_rpc_session: id })?.values })),
		session => type(session.values?.token) == 'string'
	);
}

/**
 * Leaves the provider's part of a logout to the service; the answer is the token that it will ask for, or null. The session
 * has ended: nothing in the browser's history is worth anything once the token is used, or a minute old.
 */
function hand_over(session, values) {
	const token = hexenc(readfile('/dev/urandom', 32));
	const remote = http.getenv('REMOTE_ADDR');
	// The shell reads what the program leaves unread: a broken pipe would end this process.
	const pipe = popen('/usr/sbin/sso-login hand-over >/dev/null 2>&1; status=$?; cat >/dev/null; exit $status', 'w');
	pipe.write(sprintf('%J', { token, remote, session, values }));
	return pipe.close() == 0 ? token : null;
}

/** Whether rpcd answers, and has no session of an id. */
function has_ended(id) {
	return !ubus.call('session', 'get', { ubus_rpc_session: id }) &&
		!!ubus.call('session', 'get', { ubus_rpc_session: '00000000000000000000000000000000' });
}

/**
 * Ends all sessions of the browser, which may have two, by cookies at LuCI's path and at the root. Sends it on to the
 * service, and returns true, when one of them is the service's and the service can be asked.
 */
function log_out() {
	const sessions = browser_sessions();
	const sso = filter(sessions, session => type(session.values.sso_issuer) == 'string')[0];
	for (let session in sessions)
		ubus.call('session', 'destroy', { ubus_rpc_session: session.id });
	const token = sso && has_ended(sso.id) && hand_over(sso.id, sso.values);
	if (!token || !is_https())
		return false;
	// LuCI's cookie, which the service does not see; the service expires its own.
	http.header('Set-Cookie', `sysauth_https=; expires=Thu, 01 Jan 1970 01:00:00 GMT; path=${dispatcher.build_url()}`);
	http.redirect(`${service}/logout?handover=${token}`);
	return true;
}

/**
 * Tells the service the names of what the browser's session is about to apply, and no values; the answer is the pipe to it, or null. The
 * service logs them in the background once the pipe is closed, also by the end of this process, and waits for the confirmation. UCI's own
 * files say it of packages, too, that the session may only write.
 */
function log_change(is_confirmed_later) {
	const session = ctx.authsession;
	const changes = cursor('/etc/config', `/var/run/rpcd/uci-${session}`).changes(), names = {};
	for (let config, list in changes)
		for (let change in list) {
			// A change is [word, section, option, value], [word, section, value], or where something is removed [word, section, option] or
			// [word, section].
			const option = (length(change) > 3 || change[0] == 'remove') ? change[2] : null;
			names[join('.', filter([config, change[1], option], part => part))] = true;
		}
	if (!length(names))
		return null;
	const kept = ['username', 'sso_issuer', 'sso_email', 'sso_sub', 'sso_provider', 'sso_roles'];
	// The shell gives a program in the background no input, so that descriptor 3 has ours. It reads what the program leaves unread: a broken
	// pipe would end this process.
	const pipe = popen('{ { /usr/sbin/sso-login log-change; cat; } <&3 >/dev/null 2>&1 & } 3<&0', 'w');
	pipe.write(sprintf('%J', {
		session,
		values: ubus.call('session', 'get', { ubus_rpc_session: session, keys: kept })?.values,
		remote: http.getenv('REMOTE_ADDR'),
		packages: keys(changes),
		options: map(slice(keys(names), 0, 100), name => substr(name, 0, 100)),
		total: length(names),
		began: time(),
		seconds: is_confirmed_later ? int(uci.get('luci', 'apply', 'rollback') ?? 90) || 0 : 0
	}));
	pipe.flush();
	return pipe;
}

/** Leaves a change to LuCI's own action of that name, and logs it unless that refuses it. */
function apply(action, is_confirmed_later) {
	let pipe = null;
	try {
		pipe = log_change(is_confirmed_later);
	}
	catch {
		// A change that is not logged is made all the same.
	}
	require('luci.controller.admin.uci')[action]();
	if (pipe) {
		if ((http.status_code ?? 200) != 200)
			pipe.write('refused');
		pipe.close();
	}
}

return {
	action_apply_rollback: () => apply('action_apply_rollback', true),
	action_apply_unchecked: () => apply('action_apply_unchecked', false),
	action_translations: function(lang) {
		let script = '';
		try {
			forget_changes();
			follow_packages();
			script = lifetime_script() + login_script();
		}
		catch {
			// A login page without the button is still a login page.
		}
		// A page of another site could run the script and read what it says.
		if (script)
			http.header('Cross-Origin-Resource-Policy', 'same-origin');
		require('luci.controller.admin.index').action_translations(lang);
		http.write(script + (ctx.authsession ? room_script : ''));
	},
	action_logout: function() {
		let is_done = false;
		try {
			is_done = log_out();
		}
		catch {
			// LuCI's own way ends the session too.
		}
		if (!is_done)
			require('luci.controller.admin.index').action_logout();
	}
};
