/** The part of the check that judges the provider's metadata (OpenID Connect Discovery section 3). */
import * as failure_findings from "./findings/failure_findings";
import * as report from "./report";
import * as typos from "./typos";
import type { Run } from "./report";
import * as provider_errors from "../explain/provider_errors";
import * as claim_rules from "../rights/claim_rules";
import * as needed_scopes from "../rights/needed_scopes";
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
export function check_endpoint(run: Run, metadata: JsonObject, field: string): string | undefined {
  const found = provider_metadata.endpoint(metadata, field);
  if (found.ok) {
    return found.data;
  }
  const written = json_values.text_of(metadata[field]);
  const character = typos.odd_character(written, true);
  const url = provider_errors.shown_address(written) + (character !== undefined ? " (" + character + ")" : "");
  if (field === "end_session_endpoint") {
    report.warning(run, "logout_not_https", { url });
  } else {
    report.error(run, url !== "" ? "endpoint_not_https" : "endpoint_missing", { field, url });
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

/** The requested values that a list of the metadata lacks; none where it is absent or empty. Of a path it may have only the first part. */
function not_offered(metadata: JsonObject, field: string, requested: string[]): string[] {
  const offered = offered_in(metadata, field);
  return offered.length > 0
    ? requested.filter((value) => !offered.includes(value) && !offered.includes(strings.before(value, ".")))
    : [];
}

/** Values that every login uses, by the lists of the metadata. */
const needed_values = [
  { field: "response_types_supported", needed: "code" },
  { field: "grant_types_supported", needed: "authorization_code" },
  { field: "response_modes_supported", needed: "query" },
  { field: "code_challenge_methods_supported", needed: "S256" },
];

function check_flow(run: Run, metadata: JsonObject): void {
  for (const row of needed_values) {
    if (not_offered(metadata, row.field, [row.needed]).length > 0) {
      const offered = offered_in(metadata, row.field).join(", ");
      report.error(run, "flow_missing", { field: row.field, needed: row.needed, offered });
    }
  }
  if (offered_in(metadata, "code_challenge_methods_supported").length === 0) {
    report.ok(run, "pkce_unknown");
  }
}

function check_scopes(run: Run, config: Config, metadata: JsonObject): void {
  const offered = offered_in(metadata, "scopes_supported");
  const requested = strings.split_words(config.scope, " ");
  if (offered.length === 0) {
    report.ok(run, "scopes_unknown");
  } else if (requested.every((scope) => offered.includes(scope))) {
    report.ok(run, "scopes_ok");
  }
  // A wrong option is absent here, and has a finding of its own.
  const needed = requested.length > 0 ? needed_scopes.unrequested(run.roles ?? [], config) : [];
  const missing = needed.filter((scope) => offered.includes(scope));
  report.warn_of(run, "scope_missing", "scopes", missing);
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

/** Notes what options ask for and the metadata do not list, with the code that a login would fail with. */
function check_wishes(run: Run, config: Config, metadata: JsonObject): void {
  const email = claim_rules.email_claim(config);
  const auth_time = config.max_age !== undefined ? ["auth_time"] : [];
  const prompt = config.prompt !== undefined ? [config.prompt] : [];
  const claims = "claims_supported";
  const wishes = [
    { option: "scope", list: "scopes_supported", wanted: strings.split_words(config.scope, " "), code: "IDP_ERROR" },
    { option: "email_claim", list: claims, wanted: email !== "email" ? [email] : [], code: "USER_NOT_AUTHORIZED" },
    { option: "groups_claim", list: claims, wanted: config.groups_claim ?? [], code: "USER_NOT_AUTHORIZED" },
    { option: "max_age", list: claims, wanted: auth_time, code: "AUTHENTICATION_TOO_OLD" },
    {
      option: "acr_values",
      list: "acr_values_supported",
      wanted: config.acr_values ?? [],
      code: "AUTHENTICATION_TOO_WEAK",
    },
    { option: "prompt", list: "prompt_values_supported", wanted: prompt, code: "IDP_ERROR" },
  ];
  for (const wish of wishes) {
    const missing = not_offered(metadata, wish.list, wish.wanted);
    if (missing.length > 0) {
      report.note(run, "warning", "not_offered", { option: wish.option, missing: missing.join(", ") }, wish.code);
    }
  }
  if (login_lacks.had_unmarked_email(run.io, config)) {
    report.warning(run, "email_unmarked");
  }
}

/** Whether the issuer is of a product that is known to send `at_hash`, although its metadata may not list it. */
function sends_at_hash(url: urls.HttpsUrl): boolean {
  return (
    url.host === "accounts.google.com" ||
    [".okta.com", ".zitadel.cloud"].some((domain) => url.host.endsWith(domain)) ||
    ["/realms/", "/application/o/"].some((part) => url.path.includes(part)) ||
    url.path.endsWith("/dex")
  );
}

/** Whether ID Tokens must have `at_hash` and may lack it: OpenID Connect leaves it to the provider (Core section 3.1.3.6). */
export function may_lack_at_hash(config: Config, metadata: JsonObject): boolean {
  const claims = offered_in(metadata, "claims_supported");
  const url = urls.parse_https(config.issuer_url);
  if (config.at_hash === "optional" || url === undefined) {
    return false;
  }
  // Entra ID lists it; its ID Tokens, and those of Kanidm and GitLab, leave it out in the code flow.
  const is_listed = claims.includes("at_hash") && url.host !== "login.microsoftonline.com";
  return !is_listed && !sends_at_hash(url);
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
  check_flow(run, metadata);
  check_scopes(run, config, metadata);
  check_refresh_token(run, config, metadata);
  check_wishes(run, config, metadata);
  if (may_lack_at_hash(config, metadata)) {
    report.warning(run, "at_hash_unknown");
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
