/** What the router tells the login page (ucode/controller/sso_login.uc), and what follows from it. No DOM in here. */

/** Set by the script with LuCI's translations, as `window.sso_login`. */
export interface LoginData {
  /** Where a login starts: at the origin of `redirect_uri`, by which the browser must know the router. */
  url: string;
  /** The button's text, translated. */
  label: string;
  /** Option `auto_redirect`. */
  auto_redirect: boolean;
  /**
   * With `auto_redirect`: the browser sent a live session's cookie along with the script. The login form is there only
   * because another site led to the page, and then browsers keep `SameSite=Strict` cookies back.
   */
  logged_in: boolean;
  /** The address of login.js. */
  script: string;
}

/** Whether a value is what the router sends, with an address that can be used. */
export function isLoginData(value: unknown): value is LoginData {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const data = value as Partial<Record<keyof LoginData, unknown>>;
  return (
    typeof data.url === "string" &&
    isLoginUrl(data.url) &&
    typeof data.label === "string" &&
    data.label !== "" &&
    typeof data.script === "string"
  );
}

/** Whether an address is the start of a login: https, no user, this path and nothing behind it. */
function isLoginUrl(url: string): boolean {
  return /^https:\/\/[^/?#@\\\s]+\/cgi-bin\/sso-login\/$/.test(url);
}

/** Whether the probe's answer says that single sign-on is on (specification, "GET {base_url}/?action=enabled"). */
export function saysEnabled(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && (answer as { enabled?: unknown }).enabled === true;
}

/** What decides whether a login page goes on by itself. */
export interface Circumstances {
  data: Pick<LoginData, "auto_redirect" | "logged_in">;
  /** The page's query string. */
  search: string;
  /** Whether this is the first page of LuCI in this browser tab; false where the browser cannot tell. */
  isFirstPage: boolean;
  /** Whether the user has begun to type. */
  isTyping: boolean;
}

/**
 * `login` goes to the provider, `reload` opens the page again, this time from the router itself, with all cookies.
 *
 * The first page that a tab shows decides, and no later one: so a log-out, a wrong password or the provider's refusal
 * always ends at the form.
 */
export function automaticStep({ data, search, isFirstPage, isTyping }: Circumstances): "login" | "reload" | "none" {
  if (!data.auto_redirect || !isFirstPage || isTyping || isLocalLogin(search)) {
    return "none";
  }
  return data.logged_in ? "reload" : "login";
}

/**
 * The address that opens the page again; with its fragment it would be no navigation. The origin must stand in it: web
 * servers serve the page at `//other.example/..%2fcgi-bin/luci/` too, and such a path alone names another host.
 */
export function samePage({ origin, pathname, search }: { origin: string; pathname: string; search: string }): string {
  return origin + pathname + search;
}

/** `?local=1` keeps the form. */
function isLocalLogin(search: string): boolean {
  return search
    .replace(/^\?/, "")
    .split("&")
    .some((pair) => pair === "local=1");
}
