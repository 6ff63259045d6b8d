'use strict';
// Generated from src/sso_login/login/browser.ts by "make ucode"; do not edit.

/**
 * The browser of a request: what its cookies tell, and the Set-Cookie lines of each event. No other module names a cookie (eslint.config.js).
 *
 * Beside the specified cookie of a start, which the next one overwrites, each login has a cookie of its own: several logins of a browser do
 * not disturb one another, and a callback's address is worth nothing in another browser. The session cookies are SameSite=Strict and do not
 * come with a callback from another site; that of the last login does, and opens nothing by itself.
 */

import { array_find, key_of, starts_with, substring } from 'sso_login.ecma';
import { base64url_encode } from 'sso_login.io.bytes';
import { luci_cookie_path } from 'sso_login.base.public_names';
import { handshake_lifetime } from 'sso_login.base.store';
import { consists_of, add_missing, sorted_keys } from 'sso_login.base.strings';
import * as hash from 'sso_login.jose.hash';

/** Begins the names of all cookies of this service but the session's. */
const prefix = "__Host-webui_sso_";
/** Has the state token from the start of a login to its callback (specification). */
const state_name = "__Host-webui_sso_state";
/** Names in a browser its last login, so that the next one ends that session. */
const last_login_name = "__Host-webui_sso_login";
/** Has the page at which the login ends that was started last with a page. */
const page_name = "__Host-webui_sso_page";
/** SameSite=Strict, set by each start: a start that brings it was begun at a page of the router or by hand, and at no other site. */
const own_site_name = "__Host-webui_sso_own";
/** Begins the names of cookies, one a login, that permit the landing page, which any site may link to, to open the login's page once. */
const landing_prefix = "__Host-webui_sso_to_";
/** LuCI's own cookie, and all with a session's id in LuCI's order of preference. */
const luci_name = "sysauth_https";
const session_names = ["sysauth_https", "sysauth"];

/** Digits of a state's id, in the names and values of cookies. */
const id_length = 8;
/** Seconds in which the landing page may open a page. */
const landing_lifetime = 60;
/** Seconds that a user may spend at the provider's form or at an error page. */
const page_lifetime = 3600;

/** The login and the value of a cookie whose text begins with the id of a state. */
function of_login(value) {
	return value !== null ? { id: substring(value, 0, id_length), value: substr(value, id_length) } : null;
}

/** The browser that sent these cookies. */
export function read(cookies) {
	const logins = {};
	const landings = {};
	for (let name in keys(cookies)) {
		const id = substr(name, length(prefix));
		if (starts_with(name, prefix) && length(id) == id_length && consists_of(id, "hex")) {
			logins[key_of(id)] = cookies[key_of(name)];
		} else if (starts_with(name, landing_prefix)) {
			landings[key_of(substr(name, length(landing_prefix)))] = cookies[key_of(name)];
		}
	}
	const sessions = [];
	for (let name in session_names) {
		const sid = cookies[key_of(name)];
		add_missing(sessions, sid !== null ? [sid] : []);
	}
	return {
		state: cookies[state_name] ?? "",
		logins,
		last_login: of_login(cookies[last_login_name]),
		page: of_login(cookies[page_name]),
		landings,
		sessions,
		is_own_site: cookies[own_site_name] !== null,
	};
};

/** A fresh value of a login's own cookie, and the hash that the record keeps of it. */
export function create_value() {
	const value = base64url_encode(hash.random(32));
	return { value, hash: hash.hash_sha256_hex(value) };
};

/** A Set-Cookie header (RFC 6265). Without `max_age`, in seconds, the cookie lasts as long as the browser runs. */
function set(name, value, path, same_site, max_age) {
	const age = max_age !== null ? `; Max-Age=${max_age}` : "";
	return ["Set-Cookie", name + "=" + value + "; Path=" + path + age + "; HttpOnly; Secure; SameSite=" + same_site];
}

/** A cookie that a login needs on its way, from the provider's site too. */
function keep(name, value, max_age) {
	return set(name, value, "/", "Lax", max_age);
}

function clear(name) {
	return keep(name, "", 0);
}

function own_name(state) {
	return prefix + hash.safe_id(state);
}

/** A cookie by which the landing page opens the page of a login. */
function opens(state, page) {
	return keep(landing_prefix + hash.safe_id(state), hash.safe_id(page), landing_lifetime);
}

/** A login starts; those with the ids `surplus` are forgotten. */
export function login_starts(browser, login, surplus) {
	const lines = [
		keep(state_name, login.state, handshake_lifetime),
		keep(own_name(login.state), login.value, handshake_lifetime),
	];
	if (login.page !== null) {
		push(lines, keep(page_name, hash.safe_id(login.state) + login.page, page_lifetime));
	}
	for (let id in surplus) {
		push(lines, clear(prefix + id));
	}
	if (!browser.is_own_site) {
		push(lines, set(own_site_name, "1", "/", "Strict"));
	}
	return lines;
};

/**
 * A login ends well. LuCI's own cookie lives at a longer path and is sent first: a stale one would hide the new session, so it is deleted
 * before ours are set, where LuCI keeps it and where the web interface is. The login's own cookie is cleared, and the last login is named; the
 * cookie with a page stays, as it may be another login's by now.
 */
export function login_ends(browser, login) {
	const lines = [clear(state_name)];
	if (login.webui_path !== luci_cookie_path) {
		push(lines, set(luci_name, "", login.webui_path, "Strict", 0));
	}
	push(lines, set(luci_name, "", luci_cookie_path, "Strict", 0));
	for (let name in session_names) {
		push(lines, set(name, login.sid, "/", "Strict"));
	}
	const id = hash.safe_id(login.state);
	const value = browser.logins[key_of(id)];
	if (value !== null) {
		push(lines, clear(prefix + id));
		push(lines, set(last_login_name, id + value, "/", "Lax"));
	}
	if (login.page !== null) {
		push(lines, opens(login.state, login.page));
	}
	return lines;
};

/** A test login starts, which has only a cookie of its own. */
export function test_starts(state, value) {
	return [keep(own_name(state), value, handshake_lifetime)];
};

/** A test login ends, well or ill, at the page with its outcome; `state` is absent where it had no callback. */
export function test_ends(page, state) {
	const lines = [opens(state ?? "", page)];
	if (state !== null) {
		push(lines, clear(own_name(state)));
	}
	return lines;
};

/** The user logs out. */
export function logs_out() {
	const lines = map(session_names, (name) => set(name, "", "/", "Strict", 0));
	return [...lines, ...[clear(last_login_name)]];
};

/** The browser lands at the page of a login that has just ended, once for each; undefined where none ended with this page. */
export function lands(browser, page) {
	const id = hash.safe_id(page);
	const login = array_find(sorted_keys(browser.landings), (one) => browser.landings[key_of(one)] === id);
	return login !== null ? [clear(landing_prefix + login)] : null;
};
