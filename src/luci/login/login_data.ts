/** The data that the router gives to the login page (controller/sso_login.uc), and the decisions by them. No DOM in here. */

import { first } from "../../sso_login/base/public_names";

/** Set by the script with LuCI's translations, as `window.sso_login`. */
export interface LoginData {
  /** The start of a login: at the origin of `redirect_uri`, by which the browser must know the router. */
  url: string;
  label: string;
  /** Option `auto_redirect`; the name of the provider to go to where several are listed. */
  auto_redirect: boolean | string;
  /** The enabled providers in their order, unless the first is the only one. */
  providers?: ProviderData[];
  /** A live session's cookie came with the script: another site led here, and browsers keep `SameSite=Strict` cookies back then. */
  logged_in: boolean;
  /** The translated text of the link to the form, where the form is hidden behind one. */
  password_label?: string;
  passwords_off?: PasswordsOff;
  script: string;
  /** Set by hook.js when the user presses a key before login.js is there. */
  is_typing?: boolean;
}

/** The texts of the login page while passwords are turned off, translated. */
export interface PasswordsOff {
  is_kept: boolean;
  /** The reason for which there is no form. */
  reason: string;
  /** An explanation of LuCI's answer to a password. */
  refused: string;
  /** A notice that the provider does not answer, with advice. */
  provider_down: string;
  /** The trial, and the seconds until it ends by itself; absent without one. */
  trial?: { text: string; seconds: number };
  /** An address of each provider, by which the browser sees whether it answers; absent where one is unknown. */
  addresses?: string[];
}

export interface ProviderData {
  name: string;
  /** The start of its logins, as in `LoginData`. */
  url: string;
  label: string;
  /** `#rrggbb` of the mark on its button. */
  color?: string;
}

export interface LoginButton extends ProviderData {
  href: string;
}

/** Whether a value is what the router sends, with addresses that can be used. */
export function isLoginData(value: unknown): value is LoginData {
  const { script, providers = [], ...own } = (value ?? {}) as Partial<LoginData>;
  return (
    typeof script === "string" && Array.isArray(providers) && [{ ...own, name: first }, ...providers].every(isProvider)
  );
}

function isProvider(value: unknown): boolean {
  const { name, url, label, color = "" } = value as ProviderData;
  const isShown = typeof label === "string" && label !== "" && /^(#[0-9a-f]{6})?$/i.test(color);
  return isShown && typeof url === "string" && isLoginUrl(url) && /^[a-z0-9_]{1,32}$/.test(name);
}

/** Whether an address is the start of a login: https, no user, this path and nothing after it. */
function isLoginUrl(url: string): boolean {
  return /^https:\/\/[^/?#@\\\s]+\/cgi-bin\/sso-login\/$/.test(url);
}

/** The circumstances that decide whether a login page goes on by itself. */
export interface Circumstances {
  data: Pick<LoginData, "auto_redirect" | "logged_in">;
  pathname: string;
  search: string;
  /** Whether this is the first page of LuCI in this browser tab; false where the browser cannot tell. */
  isFirstPage: boolean;
  isTyping: boolean;
}

/** Whether a path is a plain one of a page of LuCI, other than its logout: LuCI may read another page from one that is not. */
function isPage(pathname: string): boolean {
  return /^\/cgi-bin\/luci(\/[\w.~-]+)*\/?$/.test(pathname) && !/\/admin\/logout(\/|$)/.test(pathname);
}

/** The start of a login that ends at the requested page; without one it ends at LuCI's first page. */
export function loginUrl(url: string, pathname: string): string {
  const isFirst = /^\/cgi-bin\/luci\/?$/.test(pathname);
  return isPage(pathname) && !isFirst ? `${url}?return_to=${encodeURIComponent(pathname)}` : url;
}

/** The buttons: the provider that was used last comes first, the others follow in their order. */
export function loginButtons(
  { url, label, providers }: LoginData,
  pathname: string,
  last: string | null,
): LoginButton[] {
  const all = providers ?? [{ name: first, url, label }];
  const sorted = [...all.filter(({ name }) => name === last), ...all.filter(({ name }) => name !== last)];
  return sorted.map((provider) => {
    const href = loginUrl(provider.url, pathname);
    const query = `${href.includes("?") ? "&" : "?"}provider=${provider.name}`;
    return { ...provider, href: provider.name === first ? href : href + query };
  });
}

/** The button that is taken without a press, where the page goes on by itself. */
export function startOf(data: Pick<LoginData, "auto_redirect">, buttons: LoginButton[]): LoginButton | undefined {
  const named = typeof data.auto_redirect === "string" ? data.auto_redirect : first;
  return buttons.find(({ name }) => name === named);
}

/** The next step: only the first page of a tab goes to the provider, so that a logout or a refusal ends at the form; `reload` asks the router with all cookies. */
export function automaticStep(at: Circumstances): "login" | "reload" | "none" {
  if (at.isTyping || isLocalLogin(at.search)) {
    return "none";
  }
  if (at.data.logged_in) {
    return isPage(at.pathname) ? "reload" : "none";
  }
  return at.data.auto_redirect !== false && at.isFirstPage ? "login" : "none";
}

/** The address that opens the page again. It needs the origin: a path such as `//other.example/..%2fcgi-bin/luci/` names another host. */
export function samePage({ origin, pathname, search }: { origin: string; pathname: string; search: string }): string {
  return origin + pathname + search;
}

/** How much of LuCI's form a page shows: all, a link to the page that has it, or nothing as no password is accepted. */
export function formShown(
  data: Pick<LoginData, "password_label" | "passwords_off">,
  search: string,
  isTyping: boolean,
): "form" | "link" | "none" {
  if (data.passwords_off?.is_kept === false) {
    return "none";
  }
  return data.password_label === undefined || isLocalLogin(search) || isTyping ? "form" : "link";
}

/** `?local=1` keeps the form. */
function isLocalLogin(search: string): boolean {
  return /[?&]local=1(&|$)/.test(search);
}
