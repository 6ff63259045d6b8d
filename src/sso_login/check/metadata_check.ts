/** The part of the check that judges the provider's metadata (OpenID Connect Discovery section 3). */
import * as failure_findings from "./findings/failure_findings";
import * as report from "./report";
import type { Params, Run } from "./report";
import * as claim_rules from "../rights/claim_rules";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import type { Config } from "../settings/provider_config";
import * as provider_metadata from "../protocol/provider_metadata";
import * as login_lacks from "../protocol/login_lacks";
import type { JsonObject } from "io/json";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as urls from "../base/urls";

const required_endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
const pushed_endpoint = "pushed_authorization_request_endpoint";
const optional_endpoints = ["userinfo_endpoint", "end_session_endpoint"];

/** Whether the metadata's issuer is the configured one; notes the first difference. */
function check_issuer(run: Run, config: Config, url: string, metadata: JsonObject): boolean {
  const discovered = json_values.text_of(metadata.issuer);
  const configured = config.issuer_url;
  if (discovered === configured) {
    report.ok(run, "issuer_ok");
    return true;
  }
  const found = failure_findings.of_mismatch(url, configured, discovered);
  report.error(run, found.id, found.params);
  return false;
}

/** The address of an endpoint; undefined, and a finding, where a login may not use it. */
function check_endpoint(run: Run, metadata: JsonObject, field: string): string | undefined {
  const found = provider_metadata.endpoint(metadata, field);
  if (found.ok) {
    return found.data;
  }
  const url = json_values.text_of(metadata[field]);
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
function check_backchannel(run: Run, config: Config, metadata: JsonObject): void {
  const offered = metadata.backchannel_logout_supported === true;
  const here = urls.parse_https(config.redirect_uri);
  if (config.backchannel_logout !== true) {
    if (offered) {
      report.ok(run, "backchannel_off");
    }
  } else if (offered) {
    report.ok(run, "backchannel_ok", { url: (here !== undefined ? here.origin : "") + public_names.backchannel_path });
  } else {
    report.warning(run, "backchannel_missing");
  }
}

/** Notes schemes and origins of all endpoints. */
function check_endpoints(run: Run, config: Config, metadata: JsonObject): void {
  const elsewhere: string[] = [];
  let usable = true;
  const present = optional_endpoints.filter((field) => (metadata[field] ?? "") !== "");
  if (metadata.require_pushed_authorization_requests === true) {
    present.push(pushed_endpoint);
  }
  for (const field of required_endpoints.concat(present)) {
    const url = check_endpoint(run, metadata, field);
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

function offered_in(metadata: JsonObject, field: string): string[] {
  return json_values.strings_of(metadata[field]) ?? [];
}

/** The requested values that a list of the metadata lacks; none where the list is absent or empty. */
function not_offered(metadata: JsonObject, field: string, requested: string[]): string[] {
  const offered = offered_in(metadata, field);
  return offered.length > 0 ? requested.filter((value) => !offered.includes(value)) : [];
}

/** Notes an error where a list of the metadata lacks a value. */
function require_offered(run: Run, metadata: JsonObject, field: string, value: string, id: string): void {
  if (not_offered(metadata, field, [value]).length > 0) {
    report.error(run, id, { offered: offered_in(metadata, field).join(", ") });
  }
}

function check_scopes(run: Run, config: Config, metadata: JsonObject): void {
  const offered = offered_in(metadata, "scopes_supported");
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
  report.warn_of(run, "scopes_not_granted", "scopes", login_lacks.lacking_scopes(run.io, config));
  if (config.prompt === "login" && login_lacks.ignored_prompt(run.io, config)) {
    report.warning(run, "prompt_ignored");
  }
}

/** Notes that sessions are not revalidated for want of a refresh token, or may not be; a session that has one shows that they are. */
function check_refresh_token(run: Run, config: Config, metadata: JsonObject): void {
  if (config.session_revalidate === undefined) {
    return;
  }
  if (login_lacks.lacks_refresh_token(run.io, config)) {
    report.warning(run, "refresh_token_missing");
    return;
  }
  const is_offered = offered_in(metadata, "scopes_supported").includes("offline_access");
  const is_requested = strings.split_words(config.scope, " ").includes("offline_access");
  const tokens = refresh_tokens.of_provider(run.io, config.provider);
  if (is_offered && !is_requested && tokens.length === 0) {
    report.ok(run, "scope_offline_missing");
  }
}

/** Notes claims of the options that the metadata do not offer; of a path they may list only the first part. */
function check_claims(run: Run, config: Config, metadata: JsonObject): void {
  const email = claim_rules.email_claim(config);
  const requested = (email !== "email" ? [email] : []).concat(config.groups_claim ?? []);
  const missing = not_offered(metadata, "claims_supported", requested).filter(
    (name) => not_offered(metadata, "claims_supported", [strings.before(name, ".")]).length > 0,
  );
  report.warn_of(run, "claims_not_offered", "missing", missing);
  if (login_lacks.had_unmarked_email(run.io, config)) {
    report.warning(run, "email_unmarked");
  }
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

/** Whether the issuer is of a product that is known to send `at_hash`, although its metadata may not list it. */
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
export function at_hash_risk(config: Config, metadata: JsonObject): { id: string; params: Params } | undefined {
  if (config.at_hash === "optional") {
    return undefined;
  }
  const claims = offered_in(metadata, "claims_supported");
  const provider = without_at_hash(config, claims);
  if (provider !== undefined) {
    return { id: "at_hash_unlikely", params: { provider } };
  }
  const is_sent = claims.includes("at_hash") || sends_at_hash(config.issuer_url);
  return is_sent ? undefined : { id: "at_hash_unknown", params: {} };
}

/** Judges the metadata of `url`; returns whether their issuer is the configured one. */
export function check_metadata(run: Run, config: Config, metadata: JsonObject, url: string): boolean {
  const origin = provider_metadata.internal_origin(config.internal_issuer_url);
  const same = check_issuer(run, config, url, metadata);
  check_endpoints(run, config, metadata);
  if (origin !== undefined) {
    const browser = origin_of(json_values.text_of(metadata.authorization_endpoint));
    report.ok(run, "internal_origin", { origin, browser });
  }
  require_offered(run, metadata, "response_types_supported", "code", "code_flow_missing");
  require_offered(run, metadata, "grant_types_supported", "authorization_code", "code_flow_missing");
  require_offered(run, metadata, "response_modes_supported", "query", "response_mode_missing");
  require_offered(run, metadata, "code_challenge_methods_supported", "S256", "pkce_missing");
  if (offered_in(metadata, "code_challenge_methods_supported").length === 0) {
    report.ok(run, "pkce_unknown");
  }
  check_scopes(run, config, metadata);
  check_refresh_token(run, config, metadata);
  check_claims(run, config, metadata);
  const missing_acr = not_offered(metadata, "acr_values_supported", config.acr_values ?? []);
  report.warn_of(run, "acr_not_offered", "missing", missing_acr);
  if (config.max_age !== undefined && not_offered(metadata, "claims_supported", ["auth_time"]).length > 0) {
    report.warning(run, "auth_time_not_offered");
  }
  const prompt = config.prompt !== undefined ? [config.prompt] : [];
  report.warn_of(run, "prompt_not_offered", "missing", not_offered(metadata, "prompt_values_supported", prompt));
  const risk = at_hash_risk(config, metadata);
  if (risk !== undefined) {
    report.warning(run, risk.id, risk.params);
  }
  if (metadata.require_pushed_authorization_requests === true) {
    report.ok(run, "pushed_requests", { url: json_values.text_of(metadata[pushed_endpoint]) });
  }
  if ((metadata.end_session_endpoint ?? "") === "") {
    report.ok(run, "logout_missing");
  } else if (provider_metadata.endpoint(metadata, "end_session_endpoint").ok) {
    report.ok(run, "logout_ok");
  }
  check_backchannel(run, config, metadata);
  return same;
}
