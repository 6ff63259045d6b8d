/** Responses as plain values. */
export interface Response {
  status: number;
  content_type?: string;
  /** In the place of no-store. */
  cache_control?: string;
  /** In order; names may repeat (Set-Cookie). */
  headers: [string, string][];
  body: string;
}

/** Attributes of a cookie; every cookie of ours is also HttpOnly and Secure. */
export interface CookieAttributes {
  path: string;
  same_site: "Lax" | "Strict";
  /** Seconds; 0 deletes the cookie, absent makes it last as long as the browser runs. */
  max_age?: number;
}

/** A 302 to `location`. */
export function redirect(location: string, headers: [string, string][]): Response {
  const first: [string, string][] = [["Location", location]];
  return { status: 302, headers: first.concat(headers), body: "" };
}

/** A page of HTML. */
export function html_page(status: number, headers: [string, string][], body: string): Response {
  return { status, content_type: "text/html; charset=utf-8", headers, body };
}

/** One Set-Cookie header (RFC 6265). */
export function set_cookie(name: string, value: string, attributes: CookieAttributes): [string, string] {
  const age = attributes.max_age;
  const max_age = age !== undefined ? `; Max-Age=${age}` : "";
  const path = "; Path=" + attributes.path;
  return ["Set-Cookie", name + "=" + value + path + max_age + "; HttpOnly; Secure; SameSite=" + attributes.same_site];
}

/** A cookie that a login needs on its way, from the provider's site too, for `max_age` seconds; 0 clears it. */
export function set_lax_cookie(name: string, value: string, max_age: number): [string, string] {
  return set_cookie(name, value, { path: "/", same_site: "Lax", max_age });
}
