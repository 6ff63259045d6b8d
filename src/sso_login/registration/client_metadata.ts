/** The metadata of this router as a client (OpenID Connect Dynamic Client Registration 1.0 section 2, RFC 7591 section 2). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as option_bounds from "../settings/option_bounds";
import type { Config } from "../settings/provider_config";

/** Options to save; "" deletes one. */
export type Options = { [option: string]: string };

/** Options, the members that the provider changed, and the reason where no login can work. */
export interface ReadAnswer {
  options: Options;
  changes: { member: string; asked: string; given: string }[];
  obstacle?: string;
}

/** The method of authentication to ask for; undefined where the provider offers none that a client with a secret can use. */
export function method_for(config: Config, metadata: JsonObject): string | undefined {
  const configured = config.token_endpoint_auth_method;
  const offered = json_values.strings_of(metadata.token_endpoint_auth_methods_supported) ?? [];
  if (configured !== "auto") {
    return configured;
  }
  return offered.length === 0 || offered.includes("client_secret_basic")
    ? "client_secret_basic"
    : offered.find((method) => method === "client_secret_post");
}

/** The metadata to send. `jwks` are the router's public keys, for a client without a secret. */
export function of_config(config: Config, metadata: JsonObject, method: string, jwks?: object): JsonObject {
  const grants = ["authorization_code"].concat(config.session_revalidate !== undefined ? ["refresh_token"] : []);
  const origin = strings.before(config.redirect_uri, public_names.callback_path);
  const algs = json_values.strings_of(metadata.id_token_signing_alg_values_supported) ?? [];
  const asked: JsonObject = {
    client_name: "LuCI on " + origin.substring("https://".length),
    client_uri: origin + "/",
    initiate_login_uri: origin + public_names.start_path,
    application_type: "web",
    redirect_uris: json.list([config.redirect_uri]),
    response_types: json.list(["code"]),
    grant_types: json.list(grants),
    token_endpoint_auth_method: method,
    token_endpoint_auth_signing_alg: jwks !== undefined ? config.client_assertion_alg : undefined,
    jwks,
    scope: config.scope,
    id_token_signed_response_alg: (config.id_token_algs ?? []).find((alg) => algs.includes(alg)),
  };
  if (json_values.text_of(metadata.end_session_endpoint) !== "") {
    asked.post_logout_redirect_uris = json.list([config.post_logout_redirect_uri ?? origin + "/"]);
  }
  if (config.backchannel_logout === true) {
    asked.backchannel_logout_uri = origin + public_names.backchannel_path;
    asked.backchannel_logout_session_required = true;
  }
  return asked;
}

/** The words of a scope that another one has; some providers leave out `openid`, which is no scope of a resource. */
function common_scope(scope: string, other: string): string {
  const words = strings.split_words(other, " ").concat(["openid"]);
  const common = strings.split_words(scope, " ").filter((word) => words.includes(word));
  return common.join(" ");
}

/** Members with the algorithm of a signature, and those that a login can use. UserInfo without one is JSON. */
const signing: [string, string[]][] = [
  ["id_token_signed_response_alg", option_bounds.algorithms],
  ["userinfo_signed_response_alg", option_bounds.algorithms.concat(["none"])],
];

/** Members that are neither true nor an algorithm where a login works, and lists with what it needs. */
const impossible = [
  "dpop_bound_access_tokens",
  "id_token_encrypted_response_alg",
  "require_signed_request_object",
  "tls_client_certificate_bound_access_tokens",
  "userinfo_encrypted_response_alg",
];
const needed: [string, string][] = [
  ["grant_types", "authorization_code"],
  ["response_types", "code"],
];

/** The reason why no login can work with an answer; undefined where one can. */
function obstacle(config: Config, answer: JsonObject, method: string, by_key: boolean): string | undefined {
  if (json_values.text_of(answer.client_id) === "") {
    return "client_id is missing";
  }
  const unusable = signing.find((entry) => {
    const alg = json_values.text_of(answer[entry[0]]);
    return alg !== "" && !entry[1].includes(alg);
  });
  if (unusable !== undefined) {
    return "the provider signs by " + json_values.text_of(answer[unusable[0]]);
  }
  const demanded = impossible.find((name) => answer[name] === true || json_values.text_of(answer[name]) !== "");
  if (demanded !== undefined) {
    return demanded + " is set";
  }
  const lacking = needed.find((entry) => !(json_values.strings_of(answer[entry[0]]) ?? [entry[1]]).includes(entry[1]));
  if (lacking !== undefined) {
    return lacking[0] + " lack " + lacking[1];
  }
  const redirect_uris = json_values.strings_of(answer.redirect_uris);
  if (redirect_uris !== undefined && !redirect_uris.includes(config.redirect_uri)) {
    return "redirect_uris lack " + config.redirect_uri;
  }
  const usable = by_key ? ["private_key_jwt"] : ["client_secret_basic", "client_secret_post"];
  if (!usable.includes(method)) {
    return "token_endpoint_auth_method is " + method;
  }
  return !by_key && json_values.name_of(answer.client_secret) === "" ? "client_secret is missing" : undefined;
}

/** The options for an answer (RFC 7591 section 3.2.1), whose values count where they differ from those of the request. */
export function read_answer(config: Config, asked: JsonObject, answer: JsonObject): ReadAnswer {
  const changes: ReadAnswer["changes"] = [];
  const settle = (member: string, wanted: string, given: string): string => {
    if (given === "" || given === wanted) {
      return wanted;
    }
    changes.push({ member, asked: wanted, given });
    return given;
  };
  const by_key = asked.token_endpoint_auth_method === "private_key_jwt";
  const given_method = json_values.text_of(answer.token_endpoint_auth_method);
  const method = settle(
    "token_endpoint_auth_method",
    json_values.text_of(asked.token_endpoint_auth_method),
    given_method,
  );
  const scope = json_values.text_of(answer.scope);
  const options: Options = {
    issuer_url: config.issuer_url,
    redirect_uri: config.redirect_uri,
    client_id: json_values.name_of(answer.client_id),
    client_secret: by_key ? "" : json_values.name_of(answer.client_secret),
    token_endpoint_auth_method: method,
    scope: settle("scope", config.scope, scope !== "" ? common_scope(config.scope, scope) : ""),
  };
  const algs = config.id_token_algs ?? [];
  const alg = json_values.text_of(answer.id_token_signed_response_alg);
  if (alg !== "" && !algs.includes(alg)) {
    options.id_token_algs = settle("id_token_signed_response_alg", algs.join(" "), alg);
  }
  const leaving = (json_values.strings_of(asked.post_logout_redirect_uris) ?? [])[0];
  if (leaving !== undefined) {
    const kept = json_values.strings_of(answer.post_logout_redirect_uris) ?? [];
    const given = kept.includes(leaving) ? leaving : (kept[0] ?? "");
    options.post_logout_redirect_uri = given;
    settle("post_logout_redirect_uris", leaving, given !== "" ? given : "none");
  }
  const ending = json_values.text_of(asked.backchannel_logout_uri);
  if (ending !== "") {
    const given = json_values.text_of(answer.backchannel_logout_uri);
    settle("backchannel_logout_uri", ending, given !== "" ? given : "none");
  }
  return { options, changes, obstacle: obstacle(config, answer, method, by_key) };
}
