/** A browser's cookie store, as far as logins depend on it (RFC 6265bis). */

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
  secure: boolean;
  /** In lower case; "" where it is not given. */
  sameSite: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Properties that decide whether a cookie is sent. */
export interface CookieRequest {
  url: URL;
  method: string;
  /** Host of the page that the navigation began at; undefined when the user typed the address. */
  initiator: string | undefined;
}

/** The default path of a cookie (section 5.1.4). */
function defaultPath({ pathname }: URL): string {
  return pathname.slice(0, pathname.lastIndexOf("/")) || "/";
}

/** Name, value and attributes of a Set-Cookie line; attribute names in lower case. */
export function parseSetCookie(line: string): { name: string; value: string; attributes: Map<string, string> } {
  const [[name = "", value = ""] = [], ...rest] = line.split(";").map((part) => {
    const [key = "", ...text] = part.split("=");
    return [key.trim(), text.join("=").trim()];
  });
  return { name, value, attributes: new Map(rest.map(([key = "", text = ""]) => [key.toLowerCase(), text])) };
}

/** When a cookie ends: by Max-Age, else by Expires, else with the browser. */
function expiryOf(attributes: Map<string, string>): number {
  const maxAge = attributes.get("max-age");
  return maxAge === undefined
    ? Date.parse(attributes.get("expires") ?? "9999-01-01")
    : Date.now() + Number(maxAge) * 1000;
}

/** Whether the browser takes a cookie from this address; no host of the tests has another one below it. */
function isAllowed(cookie: Cookie, url: URL, attributes: Map<string, string>): boolean {
  const domain = attributes.get("domain");
  const prefixed =
    !/^__(Host|Secure)-/.test(cookie.name) ||
    (cookie.secure &&
      (cookie.name.startsWith("__Secure-") || (attributes.get("path") === "/" && domain === undefined)));
  return prefixed && [undefined, url.hostname, `.${url.hostname}`].includes(domain) && (!cookie.secure || isHttps(url));
}

function isHttps(url: URL): boolean {
  return url.protocol === "https:";
}

export class CookieJar {
  /** By host, path and name, in the order in which they came first. */
  readonly #cookies = new Map<string, Cookie>();

  /** Takes in one Set-Cookie line of an answer; cookies for other hosts or against their prefix's rule are refused. */
  store(url: URL, line: string): void {
    const { name, value, attributes } = parseSetCookie(line);
    const path = attributes.get("path") ?? "";
    const cookie: Cookie = {
      name,
      value,
      host: url.hostname,
      path: path.startsWith("/") ? path : defaultPath(url),
      secure: attributes.has("secure"),
      sameSite: (attributes.get("samesite") ?? "").toLowerCase(),
      expires: expiryOf(attributes),
    };
    const key = `${cookie.host}\n${cookie.path}\n${name}`;
    if (!isAllowed(cookie, url, attributes)) {
      return;
    }
    if (cookie.expires <= Date.now()) {
      this.#cookies.delete(key);
    } else {
      this.#cookies.set(key, cookie);
    }
  }

  /** The Cookie header for a request: longer paths first, then older cookies first. */
  header(request: CookieRequest): string {
    return [...this.#cookies.values()]
      .filter((cookie) => this.#isSent(cookie, request))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** The value of a cookie of a host, at any path; undefined without one. */
  get(host: string, name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.host === host && cookie.name === name)?.value;
  }

  #isSent({ host, path, secure, sameSite, expires }: Cookie, { url, method, initiator }: CookieRequest): boolean {
    const crossSite = initiator !== undefined && initiator !== url.hostname;
    return (
      host === url.hostname &&
      (path.endsWith("/") ? url.pathname.startsWith(path) : `${url.pathname}/`.startsWith(`${path}/`)) &&
      (!secure || isHttps(url)) &&
      expires > Date.now() &&
      (!crossSite || sameSite === "none" || (sameSite !== "strict" && method === "GET"))
    );
  }
}
