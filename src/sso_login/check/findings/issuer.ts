/** The finding about an issuer that is not the configured one; the page of a test login uses this module, too. */
import * as urls from "../../base/urls";
import type { Message } from "../../result";

/** The first place, from 0, at which two texts differ. */
function first_difference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charAt(at) === other.charAt(at)) {
    at = at + 1;
  }
  return at;
}

/** A text in quotes, or the word for none. */
function quoted(text: string): string | Message {
  return text !== "" ? "'" + text + "'" : { id: "nothing" };
}

/**
 * Whether an address is of Azure AD B2C, which publishes documents below a path with the policy, and by default an issuer
 * without it.
 */
export function is_b2c(address: string): boolean {
  const url = urls.parse_https(address);
  return url !== undefined && (url.host.endsWith(".b2clogin.com") || url.path.toLowerCase().includes("/b2c_1"));
}

/** The finding about an issuer that is not the configured one. */
function mismatch_of(configured: string, discovered: string): string {
  if (discovered === "") {
    return "issuer_missing";
  }
  if (discovered.includes("{")) {
    return "issuer_template";
  }
  if (is_b2c(configured) || is_b2c(discovered)) {
    return "issuer_b2c";
  }
  return discovered.toLowerCase().startsWith("http://") ? "issuer_http" : "issuer_mismatch";
}

/** An issuer that is not the configured one as a finding, with the first difference; `url` is the document's. */
export function of_mismatch(
  url: string,
  configured: string,
  discovered: string,
): { id: string; params: { [name: string]: string | Message } } {
  const at = first_difference(configured, discovered);
  const params = {
    url,
    configured,
    discovered,
    place: `${at + 1}`,
    configured_rest: quoted(configured.substring(at)),
    discovered_rest: quoted(discovered.substring(at)),
  };
  return { id: mismatch_of(configured, discovered), params };
}
