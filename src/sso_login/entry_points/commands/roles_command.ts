/** `sso-login roles`: prints the rights that a user would get. */
import * as console from "io/console";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as plugin from "io/plugin";
import type { Io } from "../../base/io";
import * as finding_messages from "../../check/finding_messages";
import * as log from "../../base/log";
import * as public_names from "../../base/public_names";
import * as strings from "../../base/strings";
import * as log_texts from "../../base/log_texts";
import * as json_values from "../../base/json_values";
import * as token_claims from "../../jose/token_claims";
import * as jws from "../../jose/jws";
import * as program_session from "../../login/program_session";
import * as access_token from "../../protocol/access_token";
import * as login_lacks from "../../protocol/login_lacks";
import type { Grants } from "../../rights/acl";
import * as permissions from "../../rights/permissions";
import * as preview from "../../rights/preview";
import type { Reasons } from "../../rights/preview_answer";
import { err, ok, type Result } from "../../result";
import * as rpcd_logins from "../../rpcd/rpcd_logins";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import * as package_sections from "../../settings/package_sections";
import * as claim_rules from "../../rights/claim_rules";
import * as useless_claims from "../../explain/useless_claims";
import * as role_matching from "../../rights/role_matching";
import type { Role } from "../../settings/role_sections";

/** Grants as scope, object, functions. */
type Scopes = { [scope: string]: { [object: string]: string[] } };

function by_object(grants: Grants): Scopes {
  const scopes: Scopes = {};
  for (const scope of strings.sorted_keys(grants)) {
    const objects: { [object: string]: string[] } = {};
    for (const pair of grants[scope] ?? []) {
      objects[pair[0]] = (objects[pair[0]] ?? []).concat([pair[1]]);
    }
    scopes[scope] = objects;
  }
  return scopes;
}

/** Bytes of a claim that are shown. */
const max_shown = 200;

/** Prints a claim by its values that count; `kind` is that of a claim that cannot count. */
function print_claim(name: string, claim: unknown, used: string[], kind?: string): void {
  const bare = claim === "" || typeof claim === "object" ? "empty" : "of no use";
  const nothing = kind !== undefined ? "of no use, as it " + kind : bare;
  const shown = used.length > 0 ? log.escape_value(used.join(", "), max_shown) : nothing;
  console.print("claim " + name + ": " + (claim === undefined ? "absent" : shown));
}

/** Prints the claims that decide about roles; `client` is that of an access token. */
function print_claims(rules: role_matching.RoleRules, claims: JsonObject, client?: string): void {
  const email = role_matching.verified_email(rules, claims) ?? "";
  const email_name = claim_rules.email_claim(rules);
  const email_kind = useless_claims.other_kind(rules, claims, email_name);
  print_claim(email_name, claim_rules.email_of(rules, claims), email !== "" ? [email] : [], email_kind);
  if (email === "" && claims.email_verified !== undefined) {
    console.print("claim email_verified: " + json.encode(claims.email_verified));
  }
  for (const name of claim_rules.groups_claims(rules)) {
    const claim = claim_rules.find(claims, name);
    const used = claim_rules.group_names(claim, rules.groups_claim !== undefined);
    print_claim(name, claim, used, useless_claims.other_kind(rules, claims, name));
  }
  // A client that comes for itself is listed, and needs no group.
  const is_client = client !== undefined && !role_matching.is_of_person(claims, client);
  const advice = is_client ? undefined : useless_claims.groups_advice(rules, claims);
  const unmarked = role_matching.counts_unmarked(rules, claims) ? ["unmarked_email"] : [];
  for (const id of unmarked.concat(advice !== undefined ? [advice] : [])) {
    console.print("hint: " + log_texts.in_english({ id }));
  }
  print_claim("sub", claims.sub, typeof claims.sub === "string" ? [claims.sub] : []);
}

function print_reasons(reasons: Reasons): void {
  for (const name of strings.sorted_keys(reasons)) {
    for (const reason of reasons[name] ?? []) {
      const value = log.escape_value(reason.value, max_shown);
      console.print(name + ": by " + reason.rule + " " + value + " (claim " + reason.claim + ")");
    }
  }
}

/** The roles of claims at a provider, with reasons, or the code of the error. */
interface Place {
  roles: string[];
  because?: Reasons;
  error?: string;
}

type Places = { [provider: string]: Place };

/** The reasons, and where there are several providers the one that counts, or the roles at all of them. */
interface Cause {
  because?: Reasons;
  provider?: string;
  providers?: Places;
}

/** Prints the rights of roles, and the reasons where they are known, as text or as one JSON object. */
function print(found: preview.Found, as_json: boolean, cause: Cause): void {
  const scopes = by_object(found.grants);
  const shown = found.shown;
  if (as_json) {
    const answer = {
      roles: shown.roles,
      username: shown.username,
      because: cause.because,
      provider: cause.provider,
      providers: cause.providers,
      can: shown.can,
      rights: scopes,
    };
    console.print(plugin.encode_answer(answer));
    return;
  }
  console.print("roles: " + shown.roles.join(", "));
  console.print("session user name: " + shown.username);
  print_reasons(cause.because ?? {});
  for (const name of strings.sorted_keys(shown.can)) {
    const access = shown.can[name];
    if (access !== undefined) {
      const pages = permissions.causes_of(access).map((page) => "\n  " + finding_messages.in_english(page));
      const description = finding_messages.in_english({ id: "can_" + access.verdict });
      console.print(name + ": " + access.verdict + " (" + description + ")" + pages.join(""));
    }
  }
  for (const scope of strings.sorted_keys(scopes)) {
    console.print("");
    console.print(scope + ":");
    const objects = scopes[scope] ?? {};
    for (const object of strings.sorted_keys(objects)) {
      console.print("  " + object + ": " + (objects[object] ?? []).join(", "));
    }
  }
}

/** The rules at a provider. Options about claims count for claims `from_file`, not for what was typed. */
function rules_at(config: Config, usable: Role[], from_file: boolean): role_matching.RoleRules {
  return from_file ? role_matching.with_roles(config, usable) : { roles: usable, provider: config.provider };
}

function place_of(config: Result<Config>, usable: Role[], claims: JsonObject, from_file: boolean): Place {
  if (!config.ok) {
    return { roles: json.list([]), error: config.error };
  }
  const rules = rules_at(config.data, usable, from_file);
  const match = role_matching.find_roles_for_user(rules, claims);
  if (!match.ok) {
    return { roles: json.list([]), error: match.error };
  }
  const because = preview.reasons_of(rules, claims, match.data);
  return { roles: json.list(match.data.roles.map((role) => role.name)), because };
}

/** The places of all providers; undefined where there is one provider. */
function places_of(io: Io, usable: Role[], claims: JsonObject, from_file: boolean): Places | undefined {
  const all = saved_config.providers(io);
  const places: Places = {};
  for (const name of all) {
    places[name] = place_of(saved_config.load(io, name), usable, claims, from_file);
  }
  return all.length > 1 ? places : undefined;
}

/** Bytes of claims: four times the largest ID Token. */
const max_claims = 65536;

/** The content of a file, or standard input (`-`); "" where it cannot be read. */
function read_text(io: Io, file: string): string {
  const text = file === "-" ? io.read_input(max_claims) : io.read_file(file, max_claims);
  return json_values.text_of(text);
}

function read_claims(io: Io, file: string): Result<JsonObject> {
  const claims = json.decode_foreign(read_text(io, file));
  return claims.ok ? claims : err("INVALID_REQUEST", { file, reason: "is not a JSON object of at most 64 KB" });
}

/** The only provider, or the one whose issuer a token names; ID_TOKEN_VERIFICATION_FAILED where no provider or several have it. */
function provider_of(io: Io, token: string): Result<string> {
  const saved = saved_config.saved_sections(io);
  const all = saved.ok ? package_sections.provider_sections(saved.data) : [];
  if (all.length < 2) {
    return ok(public_names.first);
  }
  const opened = jws.open_jws(token);
  const claims = opened.ok ? jws.read_claims(opened.data) : opened;
  if (!claims.ok) {
    return claims;
  }
  const issuer = json_values.text_of(claims.data.iss);
  const fitting = all.filter((section) => issuer !== "" && section.options.issuer_url === issuer);
  const found = fitting.map((section) => section.name);
  if (found.length === 1) {
    return ok(found.join(""));
  }
  const which = found.length === 0 ? "no provider" : "several providers: " + found.join(", ");
  return token_claims.claim_error("iss", "is the issuer_url of " + which);
}

/** Prints the rights by the access token in a file, or fails as its exchange would. It may ask the provider for its keys. */
function show_token(io: Io, file: string, as_json: boolean): Result<true> {
  const words = read_text(io, file).split("\n").join("").split(" ").join("");
  const provider = provider_of(io, words);
  if (!provider.ok) {
    return provider;
  }
  const config = saved_config.load(io, provider.data);
  if (!config.ok) {
    return config;
  }
  if (config.data.api_audience === undefined) {
    return err("CONFIG_ERROR", { option: "api_audience", must: { id: "set" } });
  }
  const opened = access_token.open(io, config.data, words);
  const token = opened.ok ? access_token.verify_opened(io, config.data, opened.data) : opened;
  if (!token.ok) {
    return token;
  }
  const rules = program_session.rules_of(io, config.data);
  if (!rules.ok) {
    return rules;
  }
  if (!as_json) {
    if (config.data.log_name !== undefined) {
      console.print("provider: " + config.data.log_name);
    }
    console.print("client: " + log.escape_value(token.data.client, max_shown));
    print_claims(rules.data, token.data.claims, token.data.client);
  }
  const found = preview.find(io, rules.data, token.data.claims, token.data.client);
  if (!found.ok) {
    return found;
  }
  print(found.data, as_json, { because: found.data.shown.because, provider: config.data.log_name });
  return ok(true);
}

/**
 * Prints the rights of `EMAIL GROUP…`, of `--claims FILE`, with claims as the provider sends them and the reasons for each role, or
 * of `--token FILE`. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
 */
export function show(io: Io, operands: string[], as_json: boolean): Result<true> {
  if (operands[0] === "--token") {
    return show_token(io, json_values.text_of(operands[1]), as_json);
  }
  const config = saved_config.load(io, public_names.first);
  if (!config.ok) {
    return config;
  }
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  const from_file = operands[0] === "--claims";
  const usable = rpcd_logins.usable_roles(logins.data, config.data.roles);
  const rules = rules_at(config.data, usable, from_file);
  const typed = { email: operands[0], email_verified: true, groups: operands.slice(1) };
  const claims = from_file ? read_claims(io, json_values.text_of(operands[1])) : ok(typed);
  if (!claims.ok) {
    return claims;
  }
  if (from_file && !as_json) {
    print_claims(rules, claims.data);
  }
  if (!from_file && !as_json && login_lacks.had_unmarked_email(io, config.data)) {
    console.print("hint: at the last login " + log_texts.in_english({ id: "unmarked_email" }));
  }
  const providers = places_of(io, usable, claims.data, from_file);
  const further = as_json ? {} : (providers ?? {});
  for (const name of strings.sorted_keys(further)) {
    const place = further[name];
    if (place !== undefined && name !== public_names.first) {
      console.print("at " + name + ": " + (place.error ?? place.roles.join(", ")));
    }
  }
  const found = preview.find(io, rules, claims.data);
  if (!found.ok) {
    if (providers !== undefined && as_json) {
      console.print(plugin.encode_answer({ roles: json.list([]), providers }));
    }
    return found;
  }
  print(found.data, as_json, { because: from_file ? found.data.shown.because : undefined, providers });
  return ok(true);
}
