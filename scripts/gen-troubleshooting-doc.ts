/**
 * Writes docs/troubleshooting.md: what users see, what the log says, what the check says, what to do. Everything but
 * the log's details and the advice on codes that no check can find comes from web/errors.ts and check/texts.ts.
 *
 *   tsx scripts/gen-troubleshooting-doc.ts           writes it
 *   tsx scripts/gen-troubleshooting-doc.ts --check   writes nothing; exits 1 when the file is not what the tables give
 */
import { join } from "node:path";
import { say } from "../src/sso_login/base/texts";
import type { FindingText } from "../src/sso_login/check/provider_texts";
import { findings } from "../src/sso_login/check/texts";
import { errors } from "../src/sso_login/web/errors";
import { descriptionOf } from "./error-descriptions";
import { root, settle } from "./generated";

/** Codes of calls: a finding about a connection carries that of the call that failed. */
const callCodes = ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR"];

/** Findings about a call, with the codes that they may carry; and those of which only a login tells whether they matter. */
const callFindings: Record<string, string[]> = {
  host_unknown: callCodes,
  connection_refused: callCodes,
  certificate_untrusted: ["SSL_INIT_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR"],
  tls_failed: callCodes,
  no_answer: callCodes,
  answer_too_large: callCodes,
  connection_broken: callCodes,
  answer_status: ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"],
  answer_redirect: ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"],
  answer_refused: ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"],
  answer_fault: ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"],
  answer_not_json: ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"],
  pkce_unknown: ["IDP_ERROR"],
  at_hash_unknown: ["AT_HASH_MISMATCH"],
};

/** What follows the code in the log's line, by finding. */
const logDetails: Record<string, string> = {
  config_unreadable: "config=sso-login reason=…",
  section_missing: `must="${say({ id: "oidc_section" })}" option=default`,
  option_wrong: "must=… option=…",
  role_wrong: "must=… option=role role=…",
  role_left_out: "role=… section=…",
  roles_none: 'reason="matched no roles"',
  acl_file_ignored: "file=… reason=…",
  ca_file_unreadable: 'cause=certificate reason="the trust store cannot be read …"',
  host_unknown: "cause=resolve",
  connection_refused: "cause=connect",
  certificate_untrusted: "cause=certificate",
  tls_failed: "cause=tls",
  no_answer: "cause=timeout",
  answer_too_large: "cause=too_large",
  connection_broken: "cause=network",
  answer_status: "http_status=… url=…",
  answer_redirect: "http_status=… location=… url=…",
  answer_refused: "http_status=403 url=…",
  answer_fault: "http_status=502 url=…",
  answer_not_json: 'http_status=200 reason="the answer is not a JSON object" url=…',
  clock_behind: "reason=…",
  clock_ahead: "reason=…",
  issuer_missing: "configured=…",
  issuer_template: "configured=… discovered=…",
  issuer_http: "configured=… discovered=…",
  issuer_mismatch: "configured=… discovered=…",
  endpoint_missing: 'field=… reason="missing endpoint"',
  endpoint_not_https: 'field=… reason="endpoint is not a plain https URL"',
  keys_missing: `reason="${say({ id: "no_signing_key" })}"`,
  keys_unusable: "alg=…",
  keys_partly: "alg=…",
  algorithm_unsupported: "alg=…",
  auth_method_none: "must=… option=token_endpoint_auth_method",
  auth_method_not_offered: "http_status=… idp_error=invalid_client",
  secret_other_method: "http_status=… idp_error=…",
  secret_untold: "http_status=… idp_error=…",
  secret_wrong: "http_status=401 idp_error=invalid_client",
  client_refused: "http_status=400 idp_error=unauthorized_client",
  secret_unclear: "http_status=… idp_error=…",
  at_hash_unknown: `hint="${say({ id: "see_at_hash" })}" reason=absent`,
  at_hash_unlikely: `hint="${say({ id: "see_at_hash" })}" reason=absent`,
  scopes_not_offered: "error=invalid_scope",
  code_flow_missing: "error=unsupported_response_type",
  pkce_missing: "error=invalid_request",
  pkce_unknown: "error=invalid_request",
};

/** What to do about codes that no check can find, or that have other causes as well. */
const adviceOnCodes: Record<string, string> = {
  INVALID_REQUEST:
    "Start again from the login page. If it stays, something between browser and router changes addresses.",
  MISSING_HANDSHAKE_COOKIE:
    "The line names the host of the start and that of `redirect_uri`: open the router by the latter. Where they do not differ, " +
    "the answer came to another browser or to one without cookies, or the login took over 5 minutes.",
  STATE_NOT_FOUND: "Start again from the login page: the login took over 5 minutes, or the page was loaded twice.",
  STATE_PARAMETER_MISMATCH: "Start again from the login page; two logins in one browser may have crossed.",
  IDP_ERROR:
    "The line holds the provider's own words (`error`, `error_description`); its log says more. `the provider refuses the " +
    "pushed request` with invalid_client: as for TOKEN_EXCHANGE_FAILED; with another error: compare `redirect_uri` and `scope`.",
  LOGOUT_REFUSED:
    "The provider's log-out ended no session. `cause` is the code of what was wrong, with the same facts as at a login; " +
    "`cause=TOKEN_REPLAYED`: the token has come before.",
  TOKEN_EXCHANGE_FAILED: "Run the check; the line holds the provider's status and error.",
  OIDC_INVALID_GRANT: "Start again from the login page. If it stays, compare `redirect_uri` with the registered one.",
  NONCE_MISMATCH:
    "Start again from the login page. If it stays, `reason=absent` means that the provider loses the nonce on its way " +
    "through its pages, `reason=different` that it returns another one: ask there.",
  AT_HASH_MISMATCH: "A wrong `at_hash` is the provider's fault: ask there. An absent one: option `at_hash`.",
  ID_TOKEN_VERIFICATION_FAILED: "The line names the claim or the reason; run the check for clock, issuer and keys.",
  USER_NOT_AUTHORIZED:
    "Compare what the line says of the user with `email` and `group` of the roles (`sso-login roles EMAIL GROUP…`). " +
    "`first_groups` are the first five that came. `groups=absent`: the claim `groups`, or those of option `groups_claim`, are " +
    "missing (`absent_claims` names them), which often takes a scope or a mapper at the provider; `groups=0`: they name " +
    "none. `sub` may be copied into a role. A user who names a reference: it is `reference=…` of this line. `userinfo=failed`: it could not be asked " +
    "for there, see `userinfo_reason`. A wrong account at the provider: log in again, the provider is then asked which one.",
  AUTHENTICATION_TOO_WEAK:
    "`acr` is what the provider said of the login, and none of option `acr_values`: the user has no second factor there, " +
    "or the provider calls it otherwise. `reason=absent`: it says nothing of it, and the option is of no use there.",
  AUTHENTICATION_TOO_OLD:
    "The user's login at the provider is longer ago than option `max_age` allows and the provider did not ask again, or " +
    "its ID Token does not say when it was (`reason=absent`).",
  TOKEN_REPLAYED: "Start again from the login page; if it stays, the provider hands out one access token twice.",
  CSRF_TOKEN_INVALID: "Log out from the web interface, not by a link from elsewhere.",
  HTTPS_REQUIRED: "Open the router over HTTPS, and let the web server redirect to it.",
  NOT_FOUND: "The login is at `/cgi-bin/sso-login/`.",
  METHOD_NOT_ALLOWED: "Something other than a browser asks; it must use GET.",
  RATE_LIMITED:
    "Wait a minute. Over 50 requests in a minute come from an attack or from a loop of redirects. " +
    "`option=client_limit`: the limit is that of one address; where many share one, a proxy for instance, name it in `trusted_proxy`.",
  INPUT_TOO_LARGE: "Delete the router's cookies in the browser.",
  USERINFO_NETWORK_ERROR:
    "As for the other calls (`cause=…`). Signed answers are taken as `application/jwt`, encrypted ones never: let the provider sign them alone, or send plain JSON.",
  UBUS_LOGIN_FAILED:
    "See whether rpcd runs: `ubus call session list`. Where the line speaks of rpcd's login section, " +
    "`sso-login sync-roles` says what is in its way; where the configuration changed, log in again.",
  INTERNAL_ERROR: "Report it, with the line.",
};

/** What goes wrong without any code of ours. */
const elsewhere = [
  [
    "Logins fail at once, for some seconds",
    '`remembered=true`, or `RATE_LIMITED` with `reason="another login waits for the provider"`',
    "The provider does not answer, or slowly; the line of the same address before it says why. Run the check.",
  ],
  [
    "The provider's page speaks of the redirect URI or of the client",
    "nothing",
    "Register exactly `redirect_uri` at the provider, and compare `client_id`.",
  ],
  [
    "The login page has no button",
    "nothing",
    "Open it over HTTPS; `enabled` must be `1`, and `/cgi-bin/sso-login/?action=enabled` must answer.",
  ],
  [
    "Logged in, and back at the password form",
    "`LOGIN_GRANTED`",
    "Cookies must be allowed; `webui_path` must be where LuCI is; the clock must not have jumped.",
  ],
  [
    'Logged in, and LuCI says "404 Not Found … No page is registered at \'/\'.", without "Log out"',
    "`LOGIN_GRANTED … role=…`",
    "The role has no access group but `luci-base`: add that of a page. Or rpcd was reloaded while `/etc/config/rpcd` had no " +
      "section of the role: `sso-login sync-roles`, then log in again at `/cgi-bin/sso-login/`.",
  ],
  [
    "Logged in, and pages are missing",
    "`LOGIN_GRANTED … role=…`",
    "See `sso-login roles EMAIL GROUP…`, and the check. `unverified_email=ignored`: see option `allow_unverified_email`; " +
      "`userinfo=failed`: groups could not be asked for, `userinfo_reason` says why.",
  ],
];

const introduction = `# Troubleshooting

Generated from \`src/sso_login/web/errors.ts\` and \`src/sso_login/check/texts.ts\` by \`make docs\`; do not edit.

Three places speak of the same thing in the same words: the page that the user sees, the line in the log
(\`logread -e sso-login\`), and the check (\`sso-login check\`, or the button on the settings page). Find what the user
sees below, then the code of the log's line. The check finds most of it before a user does. \`…\` and _slanted words_ stand for values.
`;

function cell(text: string): string {
  return text
    .replaceAll(/%\{(\w+)\}/g, "_$1_")
    .replaceAll("|", String.raw`\|`)
    .replaceAll("<", "&lt;");
}

function row(cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Findings that may carry a code, in the order of a check. */
function findingsOf(code: string): [string, FindingText][] {
  return Object.entries(findings).flatMap(([id, words]): [string, FindingText][] =>
    words !== undefined && (words.code === code || callFindings[id]?.includes(code) === true) ? [[id, words]] : [],
  );
}

function rowsOf(code: string, description: string): string[] {
  const found = findingsOf(code).map(([id, words]) => {
    const details = logDetails[id];
    const line = details === undefined ? `\`${code}\`` : `\`${code} ${cell(details)}\``;
    return row([line, cell(words.text), cell(words.advice ?? "")]);
  });
  const advice = adviceOnCodes[code];
  if (advice !== undefined) {
    found.push(row([`\`${code}\``, `(not by the check) ${cell(description)}`, advice]));
  }
  if (found.length === 0) {
    throw new Error(`nothing is said about what to do when the log says ${code}`);
  }
  return found;
}

/** One section for each answer that a user may get. */
function sections(): string[] {
  const answers = new Map<string, string[]>();
  for (const [code, entry] of Object.entries(errors)) {
    if (entry !== undefined) {
      const title = `${String(entry.status)}: ${entry.message}`;
      answers.set(title, [...(answers.get(title) ?? []), ...rowsOf(code, descriptionOf(code))]);
    }
  }
  const head = "| The log says | The check says | What to do |\n|---|---|---|";
  return [...answers].map(([title, rows]) => `## ${title}\n\n${head}\n${rows.join("\n")}\n`);
}

/** Findings that no refused login goes with. */
function remaining(): string {
  const rows = Object.entries(findings).flatMap(([id, words]) =>
    words === undefined ||
    words.advice === undefined ||
    callFindings[id] !== undefined ||
    errors[words.code ?? ""] !== undefined
      ? []
      : [row([words.code === undefined ? "" : `\`${words.code}\``, cell(words.text), cell(words.advice ?? "")])],
  );
  return `## What else the check says\n\n| The log says | The check says | What to do |\n|---|---|---|\n${rows.join("\n")}\n`;
}

/** The text of docs/troubleshooting.md. */
function renderDocument(): string {
  const unknown = [...Object.keys(logDetails), ...Object.keys(callFindings)].filter((id) => findings[id] === undefined);
  const codes = Object.keys(adviceOnCodes).filter((code) => errors[code] === undefined);
  if (unknown.length + codes.length > 0) {
    throw new Error(`no such finding or code: ${[...unknown, ...codes].join(", ")}`);
  }
  const others = elsewhere.map(row).join("\n");
  const last = `## No error page of ours\n\n| The user sees | The log says | What to do |\n|---|---|---|\n${others}\n`;
  return [introduction, ...sections(), remaining(), last].join("\n");
}

settle(join(root, "docs"), new Map([["troubleshooting.md", renderDocument()]]), "make docs");
