/** A browser's cookie store, as far as logins depend on it (RFC 6265bis). */

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  sameSite: "Strict" | "Lax" | "None" | "";
  /** Milliseconds; undefined for a session cookie. */
  expires: number | undefined;
  /** Order of creation. */
  serial: number;
}

/** What decides whether a cookie is sent. */
export interface CookieRequest {
  url: URL;
  method: string;
  /** Host of the page that the navigation began at; undefined when the user typed the address. */
  initiator: string | undefined;
}

/** The default path of a cookie (section 5.1.4). */
function defaultPath(url: URL): string {
  const end = url.pathname.lastIndexOf("/");
  return end <= 0 ? "/" : url.pathname.slice(0, end);
}

function pathMatches(cookiePath: string, path: string): boolean {
  return (
    path === cookiePath ||
    (path.startsWith(cookiePath) && (cookiePath.endsWith("/") || path[cookiePath.length] === "/"))
  );
}

/** Name, value and attributes of a Set-Cookie line; attribute names in lower case. */
export function parseSetCookie(line: string): { name: string; value: string; attributes: Map<string, string> } {
  const [pair = "", ...rest] = line.split(";");
  const [name = "", ...value] = pair.split("=");
  const attributes = new Map(
    rest.map((part) => {
      const [key = "", ...text] = part.split("=");
      return [key.trim().toLowerCase(), text.join("=").trim()] as const;
    }),
  );
  return { name: name.trim(), value: value.join("=").trim(), attributes };
}

function prefixAllows(cookie: Cookie, attributes: Map<string, string>): boolean {
  if (cookie.name.startsWith("__Host-")) {
    return cookie.secure && attributes.get("path") === "/" && !attributes.has("domain");
  }
  return !cookie.name.startsWith("__Secure-") || cookie.secure;
}

function sameSiteOf(text: string | undefined): Cookie["sameSite"] {
  const known = (["Strict", "Lax", "None"] as const).find((value) => value.toLowerCase() === text?.toLowerCase());
  return known ?? "";
}

export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();
  #serial = 0;

  /** Takes in one Set-Cookie line of an answer; cookies for other hosts or against their prefix's rule are refused. */
  store(url: URL, line: string): void {
    const { name, value, attributes } = parseSetCookie(line);
    const path = attributes.get("path");
    const maxAge = attributes.get("max-age");
    const expires = attributes.get("expires");
    const cookie: Cookie = {
      name,
      value,
      host: url.hostname,
      path: path?.startsWith("/") === true ? path : defaultPath(url),
      secure: attributes.has("secure"),
      httpOnly: attributes.has("httponly"),
      sameSite: sameSiteOf(attributes.get("samesite")),
      expires:
        maxAge !== undefined
          ? Date.now() + Number(maxAge) * 1000
          : expires !== undefined
            ? Date.parse(expires)
            : undefined,
      serial: (this.#serial += 1),
    };
    // No host of the tests has another one below it: a domain that is the host itself changes nothing.
    const foreign = (attributes.get("domain") ?? url.hostname).replace(/^\./, "") !== url.hostname;
    if (foreign || (cookie.secure && url.protocol !== "https:")) {
      return;
    }
    if (!prefixAllows(cookie, attributes)) {
      return;
    }
    const key = `${cookie.host}\n${cookie.path}\n${cookie.name}`;
    if (cookie.expires !== undefined && cookie.expires <= Date.now()) {
      this.#cookies.delete(key);
    } else {
      const known = this.#cookies.get(key);
      this.#cookies.set(key, known === undefined ? cookie : { ...cookie, serial: known.serial });
    }
  }

  /** The Cookie header for a request: longer paths first, then older cookies first. */
  header(request: CookieRequest): string {
    return [...this.#cookies.values()]
      .filter((cookie) => this.#isSent(cookie, request))
      .sort((a, b) => b.path.length - a.path.length || a.serial - b.serial)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** The value of a cookie of a host, at any path; undefined without one. */
  get(host: string, name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.host === host && cookie.name === name)?.value;
  }

  /** Every value that is stored. */
  values(): string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  #isSent(cookie: Cookie, { url, method, initiator }: CookieRequest): boolean {
    const sameSite = initiator === undefined || initiator === url.hostname;
    const crossSiteAllowed = cookie.sameSite === "None" || (cookie.sameSite !== "Strict" && method === "GET");
    return (
      cookie.host === url.hostname &&
      pathMatches(cookie.path, url.pathname) &&
      (!cookie.secure || url.protocol === "https:") &&
      (cookie.expires === undefined || cookie.expires > Date.now()) &&
      (sameSite || crossSiteAllowed)
    );
  }
}
