/**
 * The cookies that say at which page a login ends. One lets the landing page, which any site may link to, go to a page. The other keeps
 * the page longer than the login's record, so that "Try again" leads there also after a callback that came too late; a browser has
 * one such cookie, that of the login that was started last with a page.
 */
import * as public_names from "../base/public_names";
import * as hash from "../jose/hash";
import * as option_forms from "../settings/option_forms";
import type { Values } from "./request_fields";
import * as responses from "./responses";

/** Seconds. */
const landing_lifetime = 60;
/** Seconds that a user may spend at the provider's form or at an error page. */
const page_lifetime = 3600;

function landing_name(path: string): string {
  return public_names.landing_cookie_prefix + hash.safe_id(path);
}

/** The header that lets the landing page go to a path. */
export function open_landing(path: string): [string, string] {
  return responses.set_lax_cookie(landing_name(path), "1", landing_lifetime);
}

/** Whether the landing page may go to a path. */
export function is_landing_open(cookies: Values, path: string): boolean {
  return (cookies[landing_name(path)] ?? "") !== "";
}

/** The header that takes the landing page's permission back. */
export function close_landing(path: string): [string, string] {
  return responses.set_lax_cookie(landing_name(path), "", 0);
}

/** The page that is kept for a state's login, as the cookie has it; undefined where it belongs to another login or is absent. */
function kept_page(cookies: Values, state: string): string | undefined {
  const id = hash.safe_id(state);
  const value = cookies[public_names.page_cookie];
  return value !== undefined && value.startsWith(id) ? value.substring(id.length) : undefined;
}

/** The header that keeps a page for the login of a state. */
export function keep(state: string, page: string): [string, string] {
  return responses.set_lax_cookie(public_names.page_cookie, hash.safe_id(state) + page, page_lifetime);
}

/** The page of the login of a state, by the rules of a start; undefined where the cookies have none. */
export function page_of(cookies: Values, state: string, webui_path: string): string | undefined {
  const page = kept_page(cookies, state);
  return page !== undefined && option_forms.is_return_path(page, webui_path) ? page : undefined;
}

/** The header that clears the cookie, if it belongs to the login of this state. */
export function forget(cookies: Values, state: string): [string, string][] {
  return kept_page(cookies, state) !== undefined ? [responses.set_lax_cookie(public_names.page_cookie, "", 0)] : [];
}
