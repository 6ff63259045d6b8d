/** POST /token: a program's access token becomes a session (OAuth 2.0 Token Exchange, RFC 8693). */
import * as json from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as values from "../../base/values";
import * as hash from "../../jose/hash";
import * as jws from "../../jose/jws";
import * as exchange from "../../login/exchange";
import * as access_token from "../../protocol/access_token";
import type { AccessToken } from "../../protocol/access_token";
import { err, ok, type Err, type Facts, type Result } from "../../result";
import type { Config } from "../../settings/config";
import * as load_settings from "../../settings/load";
import type { RoleMatch } from "../../rights/roles";
import * as forms from "../forms";
import type { Judged, Load } from "../judged";
import type { Response } from "../output";
import * as rate_limit from "../rate_limit";
import type { Environment } from "../request";

const grant_type = "urn:ietf:params:oauth:grant-type:token-exchange";
const access_token_type = "urn:ietf:params:oauth:token-type:access_token";
/** What is issued: the id of a ubus session. */
const session_type = "urn:sso-login:token-type:ubus-session";

/** Parameters of RFC 8693 section 2.1 and RFC 6749 section 2.3.1; others are ignored. */
const parameters = [
  "grant_type",
  "resource",
  "audience",
  "scope",
  "requested_token_type",
  "subject_token",
  "subject_token_type",
  "actor_token",
  "actor_token_type",
  "client_id",
  "client_secret",
  "client_assertion",
  "client_assertion_type",
];

type Form = { [name: string]: string | undefined };

/** What a token gives whom. */
interface Granted {
  token: AccessToken;
  match: RoleMatch;
}

/** A refusal with OAuth's error for it. */
function refused(error: string, reason: string, parameter?: string): Err {
  return err("EXCHANGE_REFUSED", { answer: error, reason, parameter });
}

/** A refusal whose cause the log names and the program is not told. */
function refused_by(failure: Err): Err {
  const facts = values.facts_of(failure);
  facts.cause = failure.error;
  return err("EXCHANGE_REFUSED", facts);
}

/** What a refusal of the token is: the provider's trouble stays what it is. */
function refusal_of(failure: Err): Err {
  const is_token = [
    "AUTHENTICATION_TOO_WEAK",
    "AUTHENTICATION_TOO_OLD",
    "ID_TOKEN_VERIFICATION_FAILED",
    "UNSUPPORTED_ALGORITHM",
    "USER_NOT_AUTHORIZED",
    "IDP_ERROR",
  ];
  return is_token.includes(failure.error) ? refused_by(failure) : failure;
}

/**
 * The provider of a token: of several that take tokens the one whose issuer it names, which is believed once its keys have verified
 * the token.
 */
function provider_of(io: Io, token: string): string | undefined {
  const all = load_settings.providers_with(io, "api_audience");
  const opened = jws.open_jws(token);
  const claims = opened.ok ? jws.read_claims(opened.data) : opened;
  const named = claims.ok ? load_settings.providers_with(io, "issuer_url", values.text_of(claims.data.iss)) : [];
  return all.find((name) => named.includes(name)) ?? all[0];
}

/** The parameters, as far as they need no token to be judged. */
function check_form(config: Config, environment: Environment, sent: Form): Result<Form> {
  if (environment.authorization !== "" || (sent.client_secret ?? sent.client_assertion) !== undefined) {
    // Nothing here knows the provider's clients, and a secret does not belong here.
    return err("CLIENT_AUTHENTICATION", { reason: "client authentication is not taken here: send the token alone" });
  }
  if (sent.grant_type !== grant_type) {
    return sent.grant_type === undefined
      ? refused("invalid_request", "is missing", "grant_type")
      : refused("unsupported_grant_type", "is not a token exchange", "grant_type");
  }
  if ((sent.subject_token ?? "") === "") {
    return refused("invalid_request", "is missing", "subject_token");
  }
  if (sent.subject_token_type !== access_token_type) {
    return refused("invalid_request", "is not an access token's", "subject_token_type");
  }
  const actor = ["actor_token", "actor_token_type"].find((name) => sent[name] !== undefined);
  if (actor !== undefined) {
    return refused("invalid_request", "is not taken here", actor);
  }
  if ((sent.requested_token_type ?? session_type) !== session_type) {
    return refused("invalid_request", "is not " + session_type, "requested_token_type");
  }
  const target = ["resource", "audience"].find((name) => (sent[name] ?? config.api_audience) !== config.api_audience);
  if (target !== undefined) {
    return refused("invalid_target", "is not api_audience", target);
  }
  return sent.scope === undefined
    ? ok(sent)
    : refused("invalid_scope", "is not taken here: roles say what is allowed", "scope");
}

/** Verifies the posted token and finds its roles. */
function judge_token(io: Io, config: Config, form: Form, may_call: boolean): Result<Granted> {
  const token = access_token.verify(io, config, form.subject_token ?? "", may_call);
  if (!token.ok) {
    return refusal_of(token);
  }
  if ((form.client_id ?? token.data.client) !== token.data.client) {
    return refused("invalid_request", "is not the token's", "client_id");
  }
  const match = exchange.find_roles(io, config, token.data);
  if (match.ok) {
    return ok({ token: token.data, match: match.data });
  }
  const refusal = refusal_of(match);
  const details = values.facts_of(refusal);
  for (const pair of exchange.who(config, token.data)) {
    details[pair[0]] = pair[1];
  }
  return err(refusal.error, details);
}

/** Opens the session: 200 with what RFC 8693 section 2.2.1 says. */
function grant(io: Io, config: Config, remote: string, granted: Granted): Result<Response> {
  const opened = exchange.open_session(io, config, granted.token, granted.match, remote);
  if (!opened.ok) {
    return refusal_of(opened);
  }
  const facts: LogPair[] = [
    ["provider", config.log_name],
    ["remote", remote],
  ];
  const outcome: LogPair[] = [
    ["role", granted.match.roles.map((role) => role.name).join(",")],
    ["session", hash.safe_id(opened.data.sid)],
  ];
  log.event(io, "notice", "TOKEN_EXCHANGED", facts.concat(exchange.who(config, granted.token), outcome));
  const body = json.encode({
    access_token: opened.data.sid,
    issued_token_type: session_type,
    token_type: "N_A",
    expires_in: opened.data.timeout,
  });
  return ok({ status: 200, content_type: "application/json", headers: [["Pragma", "no-cache"]], body });
}

/**
 * Judges an exchange. A token that verifies and has a role is a proof, and counts in a window of its client; EXCHANGE_REFUSED and
 * CLIENT_AUTHENTICATION otherwise, or what keeps the router from judging. While the window of what proves nothing is full,
 * the provider is not asked for its keys.
 */
export function judge(io: Io, environment: Environment, load: Load): Judged {
  const may_call = !rate_limit.is_window_full(io, rate_limit.exchanges);
  const read = forms.read(io, environment, parameters);
  const config = load(provider_of(io, read.ok ? (read.data.subject_token ?? "") : ""));
  if (!config.ok) {
    return { window: rate_limit.exchanges, respond: () => config };
  }
  const form = read.ok ? check_form(config.data, environment, read.data) : refused_by(read);
  const granted = form.ok ? judge_token(io, config.data, form.data, may_call) : form;
  return granted.ok
    ? {
        window: rate_limit.of_program(hash.hash_sha256_hex(granted.data.token.client)),
        log_name: config.data.log_name,
        respond: () => grant(io, config.data, environment.remote_addr, granted.data),
      }
    : { window: rate_limit.exchanges, log_name: config.data.log_name, respond: () => granted };
}

/** OAuth's name of an error (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8693 section 2.2.2). */
function name_of(status: number, facts: Facts): string {
  if (status === 401) {
    return "invalid_client";
  }
  if (status >= 500 || status === 429) {
    return status === 500 ? "server_error" : "temporarily_unavailable";
  }
  return typeof facts.answer === "string" ? facts.answer : "invalid_request";
}

/** The answer to a program in the place of an error page; `scheme` is how it tried to authenticate. */
export function in_json(response: Response, failure: Err, authorization: string): Response {
  const headers = response.headers;
  headers.push(["Pragma", "no-cache"]);
  if (response.status === 401) {
    const is_bearer = authorization.toLowerCase().startsWith("bearer");
    headers.push(["WWW-Authenticate", (is_bearer ? "Bearer" : "Basic") + ' realm="sso-login"']);
  }
  const body = '{"error":"' + name_of(response.status, values.facts_of(failure)) + '"}';
  return { status: response.status, content_type: "application/json", headers, body };
}
