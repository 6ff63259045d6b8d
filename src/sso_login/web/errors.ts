/**
 * The one table of codes: what each means, the HTTP status it ends in, and what the user is told; and the answer that a
 * refused request gets.
 *
 * Messages say what to do next and never name a code (specification, "Errors"). docs/troubleshooting.md is generated from here;
 * the comment before a code says when it is logged.
 */
import type { Io, LogLevel } from "../base/io";
import * as log from "../base/log";
import * as names from "../base/names";
import * as texts from "../base/texts";
import type { LogPair } from "../base/log";
import type { Err } from "../result";
import type { Environment } from "./requests";
import * as responses from "./responses";
import type { Response } from "./output";

export interface ErrorEntry {
  status: number;
  message: string;
}

const log_in_again = "Your session has expired or is invalid. Please log in again.";
const login_failed = "The login failed. Please try again, or ask your administrator.";
const not_available = "Single sign-on is not available on this router. Please log in with your password.";
const provider_trouble = "The login service could not complete the login. Please try again later.";

export const errors: { [code: string]: ErrorEntry | undefined } = {
  /** a parameter is missing, given twice, badly encoded, or holds a control character */
  INVALID_REQUEST: { status: 400, message: log_in_again },
  /** the state cookie is absent */
  MISSING_HANDSHAKE_COOKIE: { status: 400, message: log_in_again },
  /** no handshake record for the state: expired, already used, or never made here */
  STATE_NOT_FOUND: { status: 400, message: log_in_again },
  /** callback state differs from the expected state */
  STATE_PARAMETER_MISMATCH: { status: 400, message: log_in_again },
  /** a logout token of the IdP cannot be taken, or its sessions cannot be ended; `cause` is the code of that */
  LOGOUT_REFUSED: { status: 400, message: log_in_again },
  /** the IdP reported an error, also to a pushed request, its answer names another issuer, or it ended its session during the login */
  IDP_ERROR: { status: 401, message: login_failed },
  /** token exchange failed (for example a public client, or a wrong client secret) */
  TOKEN_EXCHANGE_FAILED: { status: 401, message: login_failed },
  /** the IdP rejected the grant */
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
  },
  /** the ID Token's `acr` is none of `acr_values` */
  AUTHENTICATION_TOO_WEAK: {
    status: 401,
    message:
      "This router asks for a stronger login, such as a second factor. Please set one up at your provider and try again.",
  },
  /** the ID Token's `auth_time` is absent, or longer ago than `max_age` */
  AUTHENTICATION_TOO_OLD: {
    status: 401,
    message: "Your login at the provider is too long ago. Please log out there and try again.",
  },
  /** this access token was already used for a login */
  TOKEN_REPLAYED: { status: 401, message: login_failed },
  /** `stoken` is missing or is not the token of the session */
  CSRF_TOKEN_INVALID: { status: 403, message: "This logout link is not valid. Please log out from the web interface." },
  /** the request did not arrive over HTTPS */
  HTTPS_REQUIRED: { status: 403, message: "Please open this page over HTTPS." },
  /** path matches no endpoint */
  NOT_FOUND: { status: 404, message: "There is no such page. Please return to the login page." },
  /** a method other than GET, but for the IdP's log-out */
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This page can only be opened, not posted to. Please return to the login page.",
  },
  /** more than 50 requests in one minute, more than `client_limit` of one address, or another login waits for the IdP */
  RATE_LIMITED: { status: 429, message: "Too many requests. Please wait a minute and try again." },
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
  /** token endpoint unreachable, untrusted (`cause=certificate`), or body over 256 KB */
  TOKEN_ENDPOINT_NETWORK_ERROR: { status: 500, message: provider_trouble },
  /** UserInfo call failed, neither JSON object nor signed JWT, or body over 256 KB */
  USERINFO_NETWORK_ERROR: { status: 500, message: provider_trouble },
  /** the router does not trust the IdP's TLS certificate */
  SSL_INIT_FAILED: { status: 500, message: provider_trouble },
  /** session creation failed */
  UBUS_LOGIN_FAILED: {
    status: 500,
    message: "The router could not start a session. Please try again, or ask your administrator.",
  },
  /** unexpected crash or system failure */
  INTERNAL_ERROR: {
    status: 500,
    message: "Something went wrong on the router. Please try again, or ask your administrator.",
  },
  /** a required configuration option is missing or invalid, or a module of the installation cannot be loaded */
  CONFIG_ERROR: { status: 503, message: not_available },
  /** option `enabled` is not `1` */
  SSO_DISABLED: { status: 503, message: not_available },
};

/** Seconds for which the next login asks for another account. */
const account_lifetime = 300;

const unexpected: ErrorEntry = errors.INTERNAL_ERROR as ErrorEntry;

/** The entry of a code; a code that is not in the table counts as INTERNAL_ERROR. */
export function describe(code: string): ErrorEntry {
  return errors[code] ?? unexpected;
}

/** Faults of the router or the provider are errors, refused requests warnings. */
function level_of(status: number): LogLevel {
  return status >= 500 ? "err" : "warning";
}

/** Faults of the router itself, and what takes a session to be refused for. */
const always_logged = ["CONFIG_ERROR", "CSRF_TOKEN_INVALID", "INTERNAL_ERROR"];

/** Whether a refusal is always logged: one of those, or it took a valid state. The others anybody can cause. */
function is_always_logged(environment: Environment, code: string, status: number): boolean {
  const took_state = status === 401 || (status === 500 && environment.path_info === "/callback");
  return took_state || always_logged.includes(code);
}

/**
 * The error page of a code, and its log line with the caller's address and the details. Where anybody can cause the refusal,
 * `count` says whether it gets a line.
 */
export function refuse(
  io: Io,
  environment: Environment,
  failure: Err,
  count?: (this: void, io: Io) => boolean,
): Response {
  const entry = describe(failure.error);
  const facts: LogPair[] = [["remote", environment.remote_addr]];
  const details = texts.in_words(failure.details);
  if (is_always_logged(environment, failure.error, entry.status) || count === undefined || count(io)) {
    log.event(io, level_of(entry.status), failure.error, facts.concat(log.detail_pairs(details)));
  }
  const reference = typeof details === "object" ? details.reference : undefined;
  const whereabouts = typeof reference === "string" ? " Reference for the administrator: " + reference : "";
  const response = responses.error_page(entry.status, entry.message + whereabouts);
  if (failure.error === "LOGOUT_REFUSED") {
    // A program reads it (OpenID Connect Back-Channel Logout 1.0 section 2.8).
    response.content_type = "application/json";
    response.body = '{"error":"invalid_request"}';
  }
  if (failure.error === "METHOD_NOT_ALLOWED") {
    response.headers.push(["Allow", "GET"]);
  }
  if (failure.error === "USER_NOT_AUTHORIZED") {
    const attributes = { path: "/", same_site: "Lax" as const, max_age: account_lifetime };
    response.headers.push(responses.set_cookie(names.account_cookie, "1", attributes));
  }
  const retry_after = typeof details === "object" ? details.retry_after : undefined;
  if (failure.error === "RATE_LIMITED" && typeof retry_after === "number") {
    response.headers.push(["Retry-After", `${retry_after}`]);
  }
  return response;
}
