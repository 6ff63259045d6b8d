/**
 * The one table of codes: what each means, the HTTP status it ends in, and what the user is told; and the answer that a
 * refused request gets.
 *
 * Messages say what to do next and never name a code (specification, "Errors"). docs/troubleshooting.md is generated from here;
 * the comment before a code says when it is logged.
 */
import type { Io, LogLevel } from "../base/io";
import * as log from "../base/log";
import * as texts from "../base/texts";
import type { LogPair } from "../base/log";
import type { Err, Facts } from "../result";
import * as negotiation from "./negotiation";
import type { Environment } from "./request";
import * as responses from "./responses";
import type { Response } from "./output";

export interface ErrorEntry {
  status: number;
  message: string;
  /**
   * Whether the refusal is logged in full, however many there are: it follows a verified ID Token, or it is the router's
   * fault. All others any client can cause.
   */
  always_logged?: boolean;
}

/** What the page says after the message; nothing of what a request says. */
function advice_of(code: string, facts: Facts): string {
  const seconds = facts.retry_after;
  if (code === "RATE_LIMITED" && typeof seconds === "number") {
    return ` Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  }
  // Where the login was started at another of the router's names: its cookies are there.
  const host = facts.redirect_host;
  const is_elsewhere = code === "MISSING_HANDSHAKE_COOKIE" && facts.hint === undefined;
  return is_elsewhere && typeof host === "string" && host !== "" ? " Log in at https://" + host + "/." : "";
}

/** The headers of an error page. */
function headers_of(code: string, facts: Facts): [string, string][] {
  if (code === "METHOD_NOT_ALLOWED") {
    return [["Allow", typeof facts.allow === "string" ? facts.allow : "GET"]];
  }
  return code === "RATE_LIMITED" && typeof facts.retry_after === "number"
    ? [["Retry-After", `${facts.retry_after}`]]
    : [];
}

/** Refused to the provider, which is a program (OpenID Connect Back-Channel Logout 1.0 section 2.8). */
const for_provider = "LOGOUT_REFUSED";

const log_in_again = "Your session has expired or is invalid. Please log in again.";
const login_failed = "The login failed. Please try again, or ask your administrator.";
const not_available = "Single sign-on is not available on this router. Please log in with your password.";
const provider_trouble = "The login service could not complete the login. Please try again later.";

export const errors: { [code: string]: ErrorEntry | undefined } = {
  /** a parameter is missing, given twice, badly encoded, or holds a control character */
  INVALID_REQUEST: { status: 400, message: log_in_again },
  /** the login's cookie is absent */
  MISSING_HANDSHAKE_COOKIE: { status: 400, message: log_in_again },
  /** no handshake record for the state: expired, already used, or never made here */
  STATE_NOT_FOUND: { status: 400, message: log_in_again },
  /** callback state differs from the expected state, or the login's cookie is another */
  STATE_PARAMETER_MISMATCH: { status: 400, message: log_in_again },
  /** a logout token of the provider is refused, or its sessions cannot be ended; `cause` is the code of that */
  LOGOUT_REFUSED: { status: 400, message: log_in_again },
  /** a token exchange is refused: the request, the token, or no role for it; `cause` is the code of that, `answer` OAuth's error */
  EXCHANGE_REFUSED: { status: 400, message: log_in_again },
  /** a token exchange came with a client's secret or another authentication, which does not belong there */
  CLIENT_AUTHENTICATION: { status: 401, message: login_failed },
  /** the provider reported an error, also to a pushed request, its answer names another issuer, or it ended its session during the login */
  IDP_ERROR: { status: 401, message: login_failed },
  /** token exchange failed (for example a public client, or a wrong client secret) */
  TOKEN_EXCHANGE_FAILED: { status: 401, message: login_failed },
  /** the provider rejected the grant */
  OIDC_INVALID_GRANT: { status: 401, message: login_failed },
  /** ID Token algorithm not allowed */
  UNSUPPORTED_ALGORITHM: { status: 401, message: login_failed },
  /** nonce differs */
  NONCE_MISMATCH: { status: 401, message: login_failed },
  /** `at_hash` differs, or is absent while option `at_hash` is `required` */
  AT_HASH_MISMATCH: { status: 401, message: login_failed },
  /** ID Token verification failed, including a token over 16 KB */
  ID_TOKEN_VERIFICATION_FAILED: { status: 401, message: login_failed },
  /** no role matched the claims */
  USER_NOT_AUTHORIZED: {
    status: 401,
    message: "Your account is not allowed to use this router. Please ask your administrator.",
    always_logged: true,
  },
  /** the user's roles open no page of LuCI */
  ROLE_WITHOUT_PAGE: {
    status: 401,
    message: "Your role opens no page of this router. Please ask your administrator.",
    always_logged: true,
  },
  /** the ID Token's `acr` is none of `acr_values` */
  AUTHENTICATION_TOO_WEAK: {
    status: 401,
    message:
      "This router asks for a stronger login, such as a second factor. Please set one up at your provider and try again.",
    always_logged: true,
  },
  /** the ID Token's `auth_time` is absent, or longer ago than `max_age` */
  AUTHENTICATION_TOO_OLD: {
    status: 401,
    message: "Your login at the provider is too long ago. Please log out there and try again.",
    always_logged: true,
  },
  /** this access token was already used for a login */
  TOKEN_REPLAYED: { status: 401, message: login_failed, always_logged: true },
  /** `stoken` is missing or is not the token of the session */
  CSRF_TOKEN_INVALID: { status: 403, message: "This logout link is not valid. Please log out from the web interface." },
  /** the request did not arrive over HTTPS */
  HTTPS_REQUIRED: { status: 403, message: "Please open this page over HTTPS." },
  /** path matches no endpoint */
  NOT_FOUND: { status: 404, message: "There is no such page. Please return to the login page." },
  /** a method other than GET, except for back-channel logout */
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This page can only be opened, not posted to. Please return to the login page.",
  },
  /** more than 50 requests in one minute, more than `client_limit` of one address, or another login waits for the provider */
  RATE_LIMITED: { status: 429, message: "Too many requests." },
  /** query string or Cookie header over 16 384 bytes, or over 100 parameters or cookies */
  INPUT_TOO_LARGE: {
    status: 431,
    message: "The request is too large. Please delete this site's cookies and try again.",
  },
  /** discovery fetch or pushed request fails, wrong URL, a document that cannot be used, or body over 256 KB */
  OIDC_DISCOVERY_FAILED: { status: 500, message: provider_trouble },
  /** the discovery issuer differs from `issuer_url` (slug, realm or trailing slash) */
  DISCOVERY_ISSUER_MISMATCH: { status: 500, message: provider_trouble },
  /** JWKS fetch fails, no JWK Set, or body over 256 KB */
  JWKS_FETCH_FAILED: { status: 500, message: provider_trouble },
  /** token endpoint unreachable, untrusted (`cause=certificate`), answers with a server error (`http_status`), or body over 256 KB */
  TOKEN_ENDPOINT_NETWORK_ERROR: { status: 500, message: provider_trouble },
  /** UserInfo call failed, neither JSON object nor signed JWT, or body over 256 KB */
  USERINFO_NETWORK_ERROR: { status: 500, message: provider_trouble, always_logged: true },
  /** the router does not trust the provider's TLS certificate */
  SSL_INIT_FAILED: { status: 500, message: provider_trouble },
  /** session creation failed */
  UBUS_LOGIN_FAILED: {
    status: 500,
    message: "The router could not start a session. Please try again, or ask your administrator.",
    always_logged: true,
  },
  /** unexpected crash or system failure */
  INTERNAL_ERROR: {
    status: 500,
    message: "Something went wrong on the router. Please try again, or ask your administrator.",
    always_logged: true,
  },
  /** a required configuration option is missing or invalid, or a module of the installation cannot be loaded */
  CONFIG_ERROR: { status: 503, message: not_available, always_logged: true },
  /** option `enabled` is not `1` */
  SSO_DISABLED: { status: 503, message: not_available },
};

const unexpected: ErrorEntry = errors.INTERNAL_ERROR as ErrorEntry;

/** The entry of a code; a code that is not in the table counts as INTERNAL_ERROR. */
export function describe(code: string): ErrorEntry {
  return errors[code] ?? unexpected;
}

/** Faults of the router or the provider are errors, refused requests warnings. */
function level_of(status: number): LogLevel {
  return status >= 500 ? "err" : "warning";
}

/** Makes the page for people, with a reference that the log line has too. */
export type PageMaker = (this: void, io: Io, environment: Environment, failure: Err, reference: string) => Response;

/** Digits of a reference, and how many references there may be in a second. */
const reference_digits = 8;
const references_a_second = 4096;

/** A reference where there is no state to make one of: only of the time, as the crypto module may be what is missing. */
function reference_of_now(io: Io): string {
  const instant = io.monotonic();
  const fraction = Math.floor((instant - Math.floor(instant)) * references_a_second);
  let rest = (io.time() % 1048576) * references_a_second + fraction;
  let digits = "";
  while (digits.length < reference_digits) {
    digits = "0123456789abcdef".charAt(rest % 16) + digits;
    rest = Math.floor(rest / 16);
  }
  return digits;
}

/** The specified page: one line of plain text. */
function plain_page(code: string, facts: Facts): Response {
  const entry = describe(code);
  const reference = typeof facts.reference === "string" ? " Reference for the administrator: " + facts.reference : "";
  return responses.error_page(entry.status, entry.message + advice_of(code, facts) + reference);
}

/**
 * The error page of a code, and its log line with the caller's address and the details. For refusals that any client can cause,
 * `count` says whether this one gets a line. Where the client asks for HTML, `make_page` makes the page.
 */
export function refuse(
  io: Io,
  environment: Environment,
  failure: Err,
  count?: (this: void, io: Io) => boolean,
  make_page?: PageMaker,
): Response {
  const entry = describe(failure.error);
  const is_for_people =
    make_page !== undefined && failure.error !== for_provider && negotiation.accepts_html(environment.accept);
  const details = texts.details_in_english(failure.details);
  const facts: Facts = typeof details === "object" ? details : {};
  const known = typeof facts.reference === "string" ? facts.reference : undefined;
  const made = is_for_people && known === undefined ? reference_of_now(io) : undefined;
  const about: LogPair[] = [
    ["provider", facts.provider],
    ["remote", environment.remote_addr],
    ["reference", made],
  ];
  const is_unlimited = entry.always_logged === true;
  if (is_unlimited || count === undefined || count(io)) {
    const limits = is_unlimited ? undefined : log.unproven_limits;
    const others = log.detail_pairs(details).filter((pair) => pair[0] !== "provider");
    log.event(io, level_of(entry.status), failure.error, about.concat(others), limits);
  }
  if (failure.error === for_provider) {
    const body = '{"error":"invalid_request"}';
    return { status: entry.status, content_type: "application/json", headers: [], body };
  }
  const response = is_for_people
    ? make_page(io, environment, failure, known ?? made ?? "")
    : plain_page(failure.error, facts);
  response.headers = response.headers.concat(headers_of(failure.error, facts));
  return response;
}
