/**
 * The cookie that keeps the page at which a login is to end longer than the login's record, so that "Try again" leads there also when
 * the callback came too late. A browser has one such cookie: that of the login that was started last with a page.
 */
import * as names from "../base/names";
import * as hash from "../jose/hash";
import type { Cookies } from "../login/cookie";
import * as option_forms from "../settings/option_forms";
import * as responses from "./responses";

/** Seconds that a user may spend at the provider's form or at an error page. */
const lifetime = 3600;

/** What the cookie says of a page, undefined where it belongs to another login or is absent. */
function value_of(cookies: Cookies, state: string): string | undefined {
  const id = hash.safe_id(state);
  const value = cookies[names.page_cookie] ?? "";
  return value.startsWith(id) ? value.substring(id.length) : undefined;
}

/** The header that keeps a page for the login of a state. */
export function keep(state: string, page: string): [string, string] {
  return responses.set_lax_cookie(names.page_cookie, hash.safe_id(state) + page, lifetime);
}

/** The page of the login of a state, by the rules of a start; undefined where the cookies have none. */
export function page_of(cookies: Cookies, state: string, webui_path: string): string | undefined {
  const page = value_of(cookies, state) ?? "";
  return option_forms.is_return_path(page, webui_path) ? page : undefined;
}

/** The header that clears the cookie, if it belongs to the login of this state. */
export function forget(cookies: Cookies, state: string): [string, string][] {
  return value_of(cookies, state) !== undefined ? [responses.set_lax_cookie(names.page_cookie, "", 0)] : [];
}
