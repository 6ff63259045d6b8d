/** Assertions that hold for every answer of the service. */
import assert from "node:assert/strict";
import { until } from "../../box/command.ts";
import { parseSetCookie } from "./cookie-jar.ts";
import { header, headerValues, type Hop } from "./client.ts";
import type { Scene } from "./scene.ts";

/** HTTP status of each code; the specs read it, too (test/unit/support/statuses.lua). */
export const statusOf = {
  INVALID_REQUEST: 400,
  LOGOUT_REFUSED: 400,
  EXCHANGE_REFUSED: 400,
  MISSING_HANDSHAKE_COOKIE: 400,
  STATE_NOT_FOUND: 400,
  STATE_PARAMETER_MISMATCH: 400,
  IDP_ERROR: 401,
  TOKEN_EXCHANGE_FAILED: 401,
  OIDC_INVALID_GRANT: 401,
  UNSUPPORTED_ALGORITHM: 401,
  NONCE_MISMATCH: 401,
  AT_HASH_MISMATCH: 401,
  ID_TOKEN_VERIFICATION_FAILED: 401,
  USER_NOT_AUTHORIZED: 401,
  ROLE_WITHOUT_PAGE: 401,
  AUTHENTICATION_TOO_WEAK: 401,
  AUTHENTICATION_TOO_OLD: 401,
  TOKEN_REPLAYED: 401,
  CLIENT_AUTHENTICATION: 401,
  CSRF_TOKEN_INVALID: 403,
  HTTPS_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMITED: 429,
  INPUT_TOO_LARGE: 431,
  OIDC_DISCOVERY_FAILED: 500,
  DISCOVERY_ISSUER_MISMATCH: 500,
  JWKS_FETCH_FAILED: 500,
  TOKEN_ENDPOINT_NETWORK_ERROR: 500,
  USERINFO_NETWORK_ERROR: 500,
  SSL_INIT_FAILED: 500,
  UBUS_LOGIN_FAILED: 500,
  INTERNAL_ERROR: 500,
  CONFIG_ERROR: 503,
  SSO_DISABLED: 503,
} as const;

export type Code = keyof typeof statusOf;

const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'; frame-ancestors 'none';",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/** Every answer of the service, good or bad: its status and the security headers, each exactly once. */
export function expectAnswer(hop: Hop, status: number): void {
  assert.equal(hop.status, status, `${hop.method} ${hop.url.pathname}: ${hop.body.slice(0, 500)}`);
  for (const [name, value] of Object.entries(securityHeaders)) {
    assert.deepEqual(headerValues(hop, name), [value], `header ${name} of ${hop.url.pathname}`);
  }
  for (const [name, value] of hop.headers) {
    assert.ok(name.length + value.length + 2 <= 4000, `header line ${name} is too long for uhttpd`);
  }
  assert.doesNotMatch(hop.body, /stack traceback|\.(lua|uc):\d+/, "a stack trace reached the client");
}

/** Attributes of the cookies an answer sets: `name Path=/ …`, values left out; a login's own cookie is named by ID. */
export function cookieAttributes(hop: Hop): string[] {
  return headerValues(hop, "set-cookie").map((line) => {
    const { name, attributes } = parseSetCookie(line);
    const known = name.replace(/^(__Host-webui_sso_(to_)?)[0-9a-f]{8}$/, "$1ID");
    return [known, ...[...attributes].map(([key, value]) => (value === "" ? key : `${key}=${value}`)).sort()].join(" ");
  });
}

/** A router, and what must not be in its log. */
export type Watched = Pick<Scene, "router" | "secrets">;

/** The service's log lines since the last reset; waits until there are `count`. */
export async function logLines(scene: Watched, count: number): Promise<string[]> {
  let lines: string[] = [];
  await until(async () => (lines = await scene.router.readLog()).length >= count);
  return lines;
}

/** The log since the last reset: exactly one line, of this code, and nothing secret anywhere in it. */
export async function expectOneLine(scene: Watched, code: string, text: RegExp = /^/): Promise<string> {
  const lines = await logLines(scene, 1);
  assert.equal(lines.length, 1, `log lines: ${JSON.stringify(lines)}`);
  const [line = ""] = lines;
  assert.equal(line.split(" ")[0], code, line);
  assert.match(line, text);
  await expectNoSecrets(scene);
  return line;
}

/** Nothing in the log, foreign lines included, that only browser, service and provider may know. */
export async function expectNoSecrets(scene: Watched): Promise<void> {
  const log = await scene.router.readWholeLog();
  for (const secret of scene.secrets()) {
    assert.ok(!log.some((line) => line.includes(secret)), `the log holds a secret: ${secret.slice(0, 12)}…`);
  }
  assert.ok(!log.some((line) => /\.(lua|uc):\d+:|stack traceback/.test(line)), `stack traces: ${log.join("\n")}`);
}

/** Effects that a refused request may have: by default none. */
export interface Remains {
  handshakes?: number;
  tokens?: number;
  sessions?: number;
}

/** Nothing half-made: no records, no registered tokens, no temporary files, no sessions, but those named. */
export async function expectRemains(scene: Scene, remains: Remains = {}): Promise<void> {
  const files = await scene.router.runFiles();
  const count = (pattern: RegExp): number => files.filter((file) => pattern.test(file)).length;
  assert.equal(count(/^handshake_[0-9a-f]{64}\.json$/), remains.handshakes ?? 0, `records: ${files.join(" ")}`);
  assert.equal(count(/^tokens\/[0-9a-f]{2}\/[0-9a-f]{64}$/), remains.tokens ?? 0, `tokens: ${files.join(" ")}`);
  const known =
    /^(handshake_[0-9a-f]{64}\.json|tokens(\/[0-9a-f]{2}(\/[0-9a-f]{64})?)?|(discovery|jwks|failed|rights)_[0-9a-f]{64}\.json|(rate(_logouts|_backchannel)?(_[a-z0-9]+)?|refused|cleaned)_\d+|client_\d+_[0-9a-z]+|ended_[0-9a-f]{64}|refusal_[0-9a-f]{64}|(upkeep|check)\.lock|provider_lock|test_(session|ticket|login)_[0-9a-f]{64}\.json|scopes\.json)$/;
  assert.deepEqual(
    files.filter((file) => !known.test(file)),
    [],
    "left behind in the run directory",
  );
  assert.equal((await scene.ssoSessions()).length, remains.sessions ?? 0, "sessions");
}

/** Whether an answer sets a cookie to something, rather than clearing it. */
export function setsCookie(hop: Hop, name: string): boolean {
  return headerValues(hop, "set-cookie").some((line) => {
    const cookie = parseSetCookie(line);
    return cookie.name === name && cookie.value !== "";
  });
}

/** A refused request: status, headers, a message without the code, one log line, no file left. */
export async function expectRefusal(
  scene: Scene,
  hop: Hop,
  code: Code,
  { remains = {}, line = /^/ }: { remains?: Remains; line?: RegExp } = {},
): Promise<string> {
  expectAnswer(hop, statusOf[code]);
  assert.match(header(hop, "content-type") ?? "", /^text\/plain(;|$)/);
  assert.match(hop.body, /^Error: \S[^\n]*\n?$/);
  for (const known of Object.keys(statusOf)) {
    assert.ok(!hop.body.includes(known), `the body names a code: ${hop.body}`);
  }
  if (statusOf[code] === 400) {
    assert.match(hop.body, /session has expired or is invalid.*log in again/);
  }
  for (const name of ["sysauth_https", "sysauth", "__Host-webui_sso_state"]) {
    assert.ok(!setsCookie(hop, name), `${name} is set by a refused request`);
  }
  const found = await expectOneLine(scene, code, line);
  await expectRemains(scene, remains);
  return found;
}

/** An answer that leaves the browser's cookies as they are. */
export function expectNoCookies(hop: Hop): void {
  assert.deepEqual(headerValues(hop, "set-cookie"), []);
}
