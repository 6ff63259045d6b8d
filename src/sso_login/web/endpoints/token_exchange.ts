/** POST /token: a program's access token becomes a session (OAuth 2.0 Token Exchange, RFC 8693). */
import * as json from "io/json";
import * as failures from "../../base/failures";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as public_names from "../../base/public_names";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import * as jws from "../../jose/jws";
import * as program_session from "../../login/program_session";
import * as posted_token from "../../protocol/posted_token";
import * as access_token from "../../protocol/access_token";
import type { AccessToken, OpenedToken } from "../../protocol/access_token";
import { err, ok, type Err, type Facts, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import type { RoleMatch } from "../../rights/role_matching";
import * as rate_limit from "../rate_limit";
import type { Admission, Window } from "../rate_limit";
import type { Request } from "../web_request";
import type { Values } from "../request_fields";
import type { Response } from "../responses";
import * as posted_forms from "./posted_forms";

const grant_type = "urn:ietf:params:oauth:grant-type:token-exchange";
const access_token_type = "urn:ietf:params:oauth:token-type:access_token";
/** The type of the issued token, which is the id of a ubus session. */
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

/** A verified token and its roles. */
interface MatchedToken {
  token: AccessToken;
  match: RoleMatch;
}

/** A refusal with OAuth's error for it. */
function refused(error: string, reason: string, parameter: string): Err {
  return err("EXCHANGE_REFUSED", { answer: error, reason, parameter }, undefined, { oauth_error: error });
}

/** A refusal whose cause the log names and the program is not told. */
function refused_by(failure: Err): Err {
  return failures.renamed(failure, "EXCHANGE_REFUSED");
}

/** The refusal of a token; a failure of the provider or the router keeps its code. */
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
function provider_of(io: Io, token: string | undefined): string {
  const all = saved_config.providers_with(io, "api_audience");
  if (all.length <= 1) {
    return all[0] ?? public_names.first;
  }
  const opened = jws.open_jws(json_values.text_of(token));
  const claims = opened.ok ? jws.read_claims(opened.data) : opened;
  const named = claims.ok ? saved_config.providers_with(io, "issuer_url", json_values.text_of(claims.data.iss)) : [];
  return all.find((name) => named.includes(name)) ?? all[0] ?? public_names.first;
}

/** Checks the parameters, as far as that needs no token. */
function check_form(config: Config, request: Request, sent: Values): Result<Values> {
  if (request.authorization !== "" || (sent.client_secret ?? sent.client_assertion) !== undefined) {
    // Nothing here knows the provider's clients, and a secret does not belong here.
    return err("CLIENT_AUTHENTICATION", { reason: "client authentication is not taken here: send the token alone" });
  }
  const audience = config.api_audience;
  const issued = sent.requested_token_type ?? session_type;
  const rules: [error: string, parameter: string, reason: string, is_broken: boolean][] = [
    ["invalid_request", "grant_type", "is missing", sent.grant_type === undefined],
    ["unsupported_grant_type", "grant_type", "is not a token exchange", sent.grant_type !== grant_type],
    ["invalid_request", "subject_token", "is missing", (sent.subject_token ?? "") === ""],
    [
      "invalid_request",
      "subject_token_type",
      "is not an access token's",
      sent.subject_token_type !== access_token_type,
    ],
    ["invalid_request", "actor_token", "is not taken here", sent.actor_token !== undefined],
    ["invalid_request", "actor_token_type", "is not taken here", sent.actor_token_type !== undefined],
    ["invalid_request", "requested_token_type", "is not " + session_type, issued !== session_type],
    ["invalid_target", "resource", "is not api_audience", (sent.resource ?? audience) !== audience],
    ["invalid_target", "audience", "is not api_audience", (sent.audience ?? audience) !== audience],
    ["invalid_scope", "scope", "is not taken here: roles say what is allowed", sent.scope !== undefined],
  ];
  const broken = rules.find((rule) => rule[3]);
  return broken === undefined ? ok(sent) : refused(broken[0], broken[2], broken[1]);
}

/** Verifies the posted token and finds its roles. */
function match_token(io: Io, config: Config, form: Values, opened: OpenedToken): Result<MatchedToken> {
  const token = access_token.verify_opened(io, config, opened);
  if (!token.ok) {
    return refusal_of(token);
  }
  if ((form.client_id ?? token.data.client) !== token.data.client) {
    return refused("invalid_request", "is not the token's", "client_id");
  }
  const match = program_session.find_roles(io, config, token.data);
  if (match.ok) {
    return ok({ token: token.data, match: match.data });
  }
  const who: Facts = {};
  for (const pair of program_session.who(config, token.data)) {
    who[pair[0]] = pair[1];
  }
  return posted_token.told(failures.adding(refusal_of(match), who));
}

/** Opens the session: 200 with the members of RFC 8693 section 2.2.1. */
function open_session(io: Io, config: Config, remote: string, matched: MatchedToken): Result<Response> {
  const opened = program_session.open_session(io, config, matched.token, matched.match, remote);
  if (!opened.ok) {
    return refusal_of(opened);
  }
  const facts: LogPair[] = [
    ["provider", config.log_name],
    ["remote", remote],
  ];
  const outcome: LogPair[] = [
    ["role", matched.match.roles.map((role) => role.name).join(",")],
    ["session", hash.safe_id(opened.data.sid)],
  ];
  log.event(io, "notice", "TOKEN_EXCHANGED", facts.concat(program_session.who(config, matched.token), outcome));
  const body = json.encode({
    access_token: opened.data.sid,
    issued_token_type: session_type,
    token_type: "N_A",
    expires_in: opened.data.timeout,
  });
  return ok({ status: 200, content_type: "application/json", headers: [["Pragma", "no-cache"]], body });
}

/** The windows of a token: of its client as a whole, whose name is another client's at another provider, and of its subject. */
function windows_of(config: Config, token: AccessToken): { window: Window; narrower: Window } {
  const client = config.issuer_url + "\0" + token.client;
  const owner = (name: string): string => hash.hash_sha256_hex(name).substring(0, 16);
  return {
    window: rate_limit.window_of("client", owner(client)),
    narrower: rate_limit.window_of("subject", owner(client + "\0" + token.sub)),
  };
}

/** Verifies a token that no known key has signed, once it is counted, and opens its session within its own windows. */
function serve_unknown(io: Io, config: Config, request: Request, form: Values, opened: OpenedToken): Result<Response> {
  const matched = match_token(io, config, form, opened);
  if (!matched.ok) {
    return matched;
  }
  const windows = windows_of(config, matched.data.token);
  const narrower = rate_limit.count_request(io, windows.narrower);
  const counted = narrower.ok ? rate_limit.count_request(io, windows.window) : narrower;
  if (!counted.ok) {
    return counted;
  }
  return open_session(io, config, request.remote_addr, matched.data);
}

/**
 * Exchanges a token. A token that known keys have signed and that has a role is a proof, and counts in windows of its subject and client;
 * otherwise EXCHANGE_REFUSED, CLIENT_AUTHENTICATION, or a failure of the provider or the router. Of another token only the signature is
 * looked at before it is counted: its claims, and keys that its provider has meanwhile, come after that.
 */
export function admit(io: Io, request: Request): Admission {
  const sent = posted_forms.read(io, request, rate_limit.window_of("exchanges"), parameters);
  const config = saved_config.load_enabled(io, provider_of(io, sent.ok ? sent.data.subject_token : undefined));
  if (!config.ok) {
    return { respond: () => config };
  }
  const log_name = config.data.log_name;
  const form = sent.ok ? check_form(config.data, request, sent.data) : refused_by(sent);
  const opened = form.ok ? access_token.open(io, config.data, form.data.subject_token ?? "") : form;
  if (!form.ok || !opened.ok) {
    const refusal = !form.ok ? form : refusal_of(opened as Err);
    return { log_name, refusal, respond: () => refusal };
  }
  if (!opened.data.is_signed) {
    return { log_name, respond: () => serve_unknown(io, config.data, request, form.data, opened.data) };
  }
  const matched = match_token(io, config.data, form.data, opened.data);
  if (!matched.ok) {
    return { log_name, refusal: matched, respond: () => matched };
  }
  const windows = windows_of(config.data, matched.data.token);
  return {
    window: windows.window,
    narrower: windows.narrower,
    log_name,
    respond: () => open_session(io, config.data, request.remote_addr, matched.data),
  };
}
