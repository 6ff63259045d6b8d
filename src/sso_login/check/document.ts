/** The part of the check that judges a discovery document (OpenID Connect Discovery section 3). */
import * as refusals from "./findings/refusals";
import * as report from "./report";
import type { Params, Run } from "./report";
import * as claim_rules from "../rights/claim_rules";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import type { Config } from "../settings/config";
import * as metadata from "../protocol/metadata";
import * as token from "../protocol/token";
import type { JsonObject } from "io/json";
import * as names from "../base/names";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as urls from "../base/urls";

const required_endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
const pushed_endpoint = "pushed_authorization_request_endpoint";
const optional_endpoints = ["userinfo_endpoint", "end_session_endpoint"];

/** Whether the document's issuer is the configured one; notes the first difference. */
function check_issuer(run: Run, config: Config, url: string, document: JsonObject): boolean {
  const discovered = values.text_of(document.issuer);
  const configured = config.issuer_url;
  if (discovered === configured) {
    report.ok(run, "issuer_ok");
    return true;
  }
  const found = refusals.of_mismatch(url, configured, discovered);
  report.error(run, found.id, found.params);
  return false;
}

/** The address of an endpoint; undefined, and a finding, where a login may not use it. */
function check_endpoint(run: Run, document: JsonObject, field: string): string | undefined {
  const found = metadata.endpoint(document, field);
  if (found.ok) {
    return found.data;
  }
  const url = values.text_of(document[field]);
  if (field === "end_session_endpoint") {
    report.warning(run, "logout_not_https", { url });
  } else if (url !== "") {
    report.error(run, "endpoint_not_https", { field, url });
  } else {
    report.error(run, "endpoint_missing", { field, url });
  }
  return undefined;
}

function origin_of(url: string): string {
  const parsed = urls.parse_https(url);
  return parsed !== undefined ? parsed.origin.toLowerCase() : "";
}

/** Notes whether the provider offers back-channel logout, and the address to register there. */
function check_backchannel(run: Run, config: Config, document: JsonObject): void {
  const offered = document.backchannel_logout_supported === true;
  const here = urls.parse_https(config.redirect_uri);
  if (config.backchannel_logout !== true) {
    if (offered) {
      report.ok(run, "backchannel_off");
    }
  } else if (offered) {
    report.ok(run, "backchannel_ok", { url: (here !== undefined ? here.origin : "") + names.backchannel_path });
  } else {
    report.warning(run, "backchannel_missing");
  }
}

/** Notes schemes and origins of all endpoints. */
function check_endpoints(run: Run, config: Config, document: JsonObject): void {
  const elsewhere: string[] = [];
  let usable = true;
  const present = optional_endpoints.filter((field) => (document[field] ?? "") !== "");
  if (document.require_pushed_authorization_requests === true) {
    present.push(pushed_endpoint);
  }
  for (const field of required_endpoints.concat(present)) {
    const url = check_endpoint(run, document, field);
    if (url === undefined) {
      usable = usable && field === "end_session_endpoint";
    } else if (origin_of(url) !== origin_of(config.issuer_url)) {
      elsewhere.push(field + " " + origin_of(url));
    }
  }
  if (elsewhere.length > 0) {
    report.ok(run, "endpoints_elsewhere", { origins: elsewhere.join(", ") });
  } else if (usable) {
    report.ok(run, "endpoints_ok");
  }
}

function offered_in(document: JsonObject, field: string): string[] {
  return values.strings_of(document[field]) ?? [];
}

/** The requested values that a list of the document lacks; none where the list is absent or empty. */
function not_offered(document: JsonObject, field: string, requested: string[]): string[] {
  const offered = offered_in(document, field);
  return offered.length > 0 ? requested.filter((value) => !offered.includes(value)) : [];
}

/** Notes an error where a list of the document lacks a value. */
function require_offered(run: Run, document: JsonObject, field: string, value: string, id: string): void {
  if (not_offered(document, field, [value]).length > 0) {
    report.error(run, id, { offered: offered_in(document, field).join(", ") });
  }
}

function check_scopes(run: Run, config: Config, document: JsonObject): void {
  const offered = offered_in(document, "scopes_supported");
  const requested = strings.split_words(config.scope, " ");
  const missing = requested.filter((scope) => !offered.includes(scope));
  if (offered.length === 0) {
    report.ok(run, "scopes_unknown");
  } else if (missing.length > 0) {
    report.warning(run, "scopes_not_offered", { scopes: missing.join(", ") });
  } else {
    report.ok(run, "scopes_ok");
  }
  if (run.lists_groups === true && offered.includes("groups") && !requested.includes("groups")) {
    report.warning(run, "scope_groups_missing");
  }
  report.warn_of(run, "scopes_not_granted", "scopes", token.lacking_scopes(run.io, config));
  if (config.prompt === "login" && token.ignored_prompt(run.io, config)) {
    report.warning(run, "prompt_ignored");
  }
}

/** Notes that sessions are not revalidated for want of a refresh token, or may not be; a session that has one shows that they are. */
function check_refresh_token(run: Run, config: Config, document: JsonObject): void {
  if (config.session_revalidate === undefined) {
    return;
  }
  if (token.lacks_refresh_token(run.io, config)) {
    report.warning(run, "refresh_token_missing");
    return;
  }
  const is_offered = offered_in(document, "scopes_supported").includes("offline_access");
  const is_requested = strings.split_words(config.scope, " ").includes("offline_access");
  if (is_offered && !is_requested && !refresh_tokens.of_provider(run.io, config.provider ?? names.first)) {
    report.warning(run, "scope_offline_missing");
  }
}

/** Notes claims of the options that the document does not offer; of a path it may list only the first part. */
function check_claims(run: Run, config: Config, document: JsonObject): void {
  const email = claim_rules.email_claim(config);
  const requested = (email !== "email" ? [email] : []).concat(config.groups_claim ?? []);
  const missing = not_offered(document, "claims_supported", requested).filter(
    (name) => not_offered(document, "claims_supported", [strings.before(name, ".")]).length > 0,
  );
  report.warn_of(run, "claims_not_offered", "missing", missing);
}

/** The product, where it is known to leave out `at_hash` in the code flow. */
function without_at_hash(config: Config, claims: string[]): string | undefined {
  const url = urls.parse_https(config.issuer_url);
  if (url !== undefined && url.host === "login.microsoftonline.com") {
    return "Microsoft Entra ID";
  }
  if (url !== undefined && url.path.startsWith("/oauth2/openid/")) {
    return "Kanidm";
  }
  return claims.includes("groups_direct") ? "GitLab" : undefined;
}

/** Whether the issuer is of a product that is known to send `at_hash`, although its document may not list it. */
function sends_at_hash(issuer: string): boolean {
  const url = urls.parse_https(issuer);
  return (
    url !== undefined &&
    (url.host === "accounts.google.com" ||
      [".okta.com", ".zitadel.cloud"].some((domain) => url.host.endsWith(domain)) ||
      ["/realms/", "/application/o/"].some((part) => url.path.includes(part)) ||
      url.path.endsWith("/dex"))
  );
}

/** The finding about ID Tokens that may lack `at_hash`, which OpenID Connect leaves to the provider (Core 3.1.3.6); undefined where it is optional or sent. */
export function at_hash_risk(config: Config, document: JsonObject): { id: string; params: Params } | undefined {
  if (config.at_hash === "optional") {
    return undefined;
  }
  const claims = offered_in(document, "claims_supported");
  const provider = without_at_hash(config, claims);
  if (provider !== undefined) {
    return { id: "at_hash_unlikely", params: { provider } };
  }
  const is_sent = claims.includes("at_hash") || sends_at_hash(config.issuer_url);
  return is_sent ? undefined : { id: "at_hash_unknown", params: {} };
}

/** Judges the discovery document of `url`; returns whether its issuer is the configured one. */
export function check_metadata(run: Run, config: Config, document: JsonObject, url: string): boolean {
  const origin = metadata.internal_origin(config.internal_issuer_url);
  const same = check_issuer(run, config, url, document);
  check_endpoints(run, config, document);
  if (origin !== undefined) {
    const browser = origin_of(values.text_of(document.authorization_endpoint));
    report.ok(run, "internal_origin", { origin, browser });
  }
  require_offered(run, document, "response_types_supported", "code", "code_flow_missing");
  require_offered(run, document, "code_challenge_methods_supported", "S256", "pkce_missing");
  if (offered_in(document, "code_challenge_methods_supported").length === 0) {
    report.ok(run, "pkce_unknown");
  }
  check_scopes(run, config, document);
  check_refresh_token(run, config, document);
  check_claims(run, config, document);
  const missing_acr = not_offered(document, "acr_values_supported", config.acr_values ?? []);
  report.warn_of(run, "acr_not_offered", "missing", missing_acr);
  if (config.max_age !== undefined && not_offered(document, "claims_supported", ["auth_time"]).length > 0) {
    report.warning(run, "auth_time_not_offered");
  }
  const prompt = config.prompt !== undefined ? [config.prompt] : [];
  report.warn_of(run, "prompt_not_offered", "missing", not_offered(document, "prompt_values_supported", prompt));
  const risk = at_hash_risk(config, document);
  if (risk !== undefined) {
    report.warning(run, risk.id, risk.params);
  }
  if (document.require_pushed_authorization_requests === true) {
    report.ok(run, "pushed_requests", { url: values.text_of(document[pushed_endpoint]) });
  }
  if ((document.end_session_endpoint ?? "") === "") {
    report.ok(run, "logout_missing");
  } else if (metadata.endpoint(document, "end_session_endpoint").ok) {
    report.ok(run, "logout_ok");
  }
  check_backchannel(run, config, document);
  return same;
}
