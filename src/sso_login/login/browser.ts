/**
 * The browser of a request: what its cookies tell, and the Set-Cookie lines of each event. No other module names a cookie (eslint.config.js).
 *
 * Beside the specified cookie of a start, which the next one overwrites, each login has a cookie of its own: several logins of a browser do
 * not disturb one another, and a callback's address is worth nothing in another browser. The session cookies are SameSite=Strict and do not
 * come with a callback from another site; that of the last login does, and opens nothing by itself.
 */
import * as bytes from "io/bytes";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as hash from "../jose/hash";

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

/** Cookies by name. */
export type Cookies = { readonly [name: string]: string | undefined };

/** Lines of a response. */
export type Headers = [string, string][];

/** A cookie's value about one login. */
interface OfLogin {
  /** The id of the login's state. */
  readonly id: string;
  readonly value: string;
}

/** A browser by its cookies. */
export interface Browser {
  /** The state of the last start; "" without one. */
  readonly state: string;
  /** The value of each login's own cookie, by the id of its state. */
  readonly logins: Cookies;
  /** The last login that ended well, and the value of its own cookie. */
  readonly last_login?: OfLogin;
  /** The page at which a login ends, of the login that was started last with a page. */
  readonly page?: OfLogin;
  /** By the ids of logins that have just ended those of the pages which the landing page may open for them. */
  readonly landings: Cookies;
  /** The different session ids, in LuCI's order of preference. */
  readonly sessions: string[];
  /** Whether the request has proof that no other site began it. */
  readonly is_own_site: boolean;
}

/** The login and the value of a cookie whose text begins with the id of a state. */
function of_login(value: string | undefined): OfLogin | undefined {
  return value !== undefined ? { id: value.substring(0, id_length), value: value.substring(id_length) } : undefined;
}

/** The browser that sent these cookies. */
export function read(cookies: Cookies): Browser {
  const logins: { [id: string]: string | undefined } = {};
  const landings: { [id: string]: string | undefined } = {};
  for (const name of Object.keys(cookies)) {
    const id = name.substring(prefix.length);
    if (name.startsWith(prefix) && id.length === id_length && strings.consists_of(id, "hex")) {
      logins[id] = cookies[name];
    } else if (name.startsWith(landing_prefix)) {
      landings[name.substring(landing_prefix.length)] = cookies[name];
    }
  }
  const sessions: string[] = [];
  for (const name of session_names) {
    const sid = cookies[name];
    strings.add_missing(sessions, sid !== undefined ? [sid] : []);
  }
  return {
    state: cookies[state_name] ?? "",
    logins,
    last_login: of_login(cookies[last_login_name]),
    page: of_login(cookies[page_name]),
    landings,
    sessions,
    is_own_site: cookies[own_site_name] !== undefined,
  };
}

/** A fresh value of a login's own cookie, and the hash that the record keeps of it. */
export function create_value(): { value: string; hash: string } {
  const value = bytes.base64url_encode(hash.random(32));
  return { value, hash: hash.hash_sha256_hex(value) };
}

/** A Set-Cookie header (RFC 6265). Without `max_age`, in seconds, the cookie lasts as long as the browser runs. */
function set(
  name: string,
  value: string,
  path: string,
  same_site: "Lax" | "Strict",
  max_age?: number,
): [string, string] {
  const age = max_age !== undefined ? `; Max-Age=${max_age}` : "";
  return ["Set-Cookie", name + "=" + value + "; Path=" + path + age + "; HttpOnly; Secure; SameSite=" + same_site];
}

/** A cookie that a login needs on its way, from the provider's site too. */
function keep(name: string, value: string, max_age: number): [string, string] {
  return set(name, value, "/", "Lax", max_age);
}

function clear(name: string): [string, string] {
  return keep(name, "", 0);
}

function own_name(state: string): string {
  return prefix + hash.safe_id(state);
}

/** A cookie by which the landing page opens the page of a login. */
function opens(state: string, page: string): [string, string] {
  return keep(landing_prefix + hash.safe_id(state), hash.safe_id(page), landing_lifetime);
}

/** A login that a start has begun. */
export interface StartedLogin {
  state: string;
  /** The value of its own cookie. */
  value: string;
  /** The page at which it ends. */
  page: string | undefined;
}

/** A login starts; those with the ids `surplus` are forgotten. */
export function login_starts(browser: Browser, login: StartedLogin, surplus: string[]): Headers {
  const lines = [
    keep(state_name, login.state, store.handshake_lifetime),
    keep(own_name(login.state), login.value, store.handshake_lifetime),
  ];
  if (login.page !== undefined) {
    lines.push(keep(page_name, hash.safe_id(login.state) + login.page, page_lifetime));
  }
  for (const id of surplus) {
    lines.push(clear(prefix + id));
  }
  if (!browser.is_own_site) {
    lines.push(set(own_site_name, "1", "/", "Strict"));
  }
  return lines;
}

/** A login that has ended well. */
export interface EndedLogin {
  state: string;
  sid: string;
  /** The page at which it ends. */
  page: string | undefined;
  /** The path of the web interface. */
  webui_path: string;
}

/**
 * A login ends well. LuCI's own cookie lives at a longer path and is sent first: a stale one would hide the new session, so it is deleted
 * before ours are set, where LuCI keeps it and where the web interface is. The login's own cookie is cleared, and the last login is named; the
 * cookie with a page stays, as it may be another login's by now.
 */
export function login_ends(browser: Browser, login: EndedLogin): Headers {
  const lines = [clear(state_name)];
  if (login.webui_path !== public_names.luci_cookie_path) {
    lines.push(set(luci_name, "", login.webui_path, "Strict", 0));
  }
  lines.push(set(luci_name, "", public_names.luci_cookie_path, "Strict", 0));
  for (const name of session_names) {
    lines.push(set(name, login.sid, "/", "Strict"));
  }
  const id = hash.safe_id(login.state);
  const value = browser.logins[id];
  if (value !== undefined) {
    lines.push(clear(prefix + id));
    lines.push(set(last_login_name, id + value, "/", "Lax"));
  }
  if (login.page !== undefined) {
    lines.push(opens(login.state, login.page));
  }
  return lines;
}

/** A test login starts, which has only a cookie of its own. */
export function test_starts(state: string, value: string): Headers {
  return [keep(own_name(state), value, store.handshake_lifetime)];
}

/** A test login ends, well or ill, at the page with its outcome; `state` is absent where it had no callback. */
export function test_ends(page: string, state?: string): Headers {
  const lines = [opens(state ?? "", page)];
  if (state !== undefined) {
    lines.push(clear(own_name(state)));
  }
  return lines;
}

/** The user logs out. */
export function logs_out(): Headers {
  const lines = session_names.map((name) => set(name, "", "/", "Strict", 0));
  return lines.concat([clear(last_login_name)]);
}

/** The browser lands at the page of a login that has just ended, once for each; undefined where none ended with this page. */
export function lands(browser: Browser, page: string): Headers | undefined {
  const id = hash.safe_id(page);
  const login = strings.sorted_keys(browser.landings).find((one) => browser.landings[one] === id);
  return login !== undefined ? [clear(landing_prefix + login)] : undefined;
}
