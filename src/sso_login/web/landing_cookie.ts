/** The cookie by which a login tells the landing page where to go: everyone can link to the page's address. */
import * as names from "../base/names";
import * as hash from "../jose/hash";

/** Seconds. */
export const lifetime = 60;

/** The name of the cookie for a path. */
export function name_of(path: string): string {
  return names.landing_cookie_prefix + hash.safe_id(path);
}
