/** The answers of the service as they arrive: whatever is not what it should be counts as absent. */
import {
  roleLists,
  type AccessGroup,
  type Provider,
  type Role,
  type SavedOptions,
  type SavedSettings,
} from "./changes";
import type { Message } from "../sso_login/result";
import { access_levels, type AccessLevel } from "../sso_login/rights/permissions";
import type { Finding, Param, Report } from "./report";

export type Json = { [name: string]: unknown };

export function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function asTexts(value: unknown): string[] {
  return asList(value).filter((item) => typeof item === "string");
}

/** The members of an object that are texts. */
function textMembers(value: unknown): { [name: string]: string } {
  const texts: { [name: string]: string } = {};
  for (const [name, member] of Object.entries(asObject(value))) {
    if (typeof member === "string") {
      texts[name] = member;
    }
  }
  return texts;
}

function readRole(value: unknown): Role {
  const role = asObject(value);
  const lists = roleLists.map((list) => [list, asTexts(role[list])] as const);
  const issuer = asText(role["sub_issuer"]);
  return {
    ...{
      name: asText(role["name"]),
      email: [],
      group: [],
      sub: [],
      client: [],
      access: [],
      provider: [],
      read: [],
      write: [],
      ...Object.fromEntries(lists),
    },
    ...(issuer === "" ? {} : { sub_issuer: issuer }),
  };
}

/** A verdict that this page does not know is as bad as any. */
function asVerdict(value: unknown): AccessLevel | undefined {
  const known = access_levels.find((verdict) => verdict === value);
  return value === undefined ? undefined : (known ?? "everything");
}

function readAccessGroup(value: unknown): AccessGroup {
  const group = asObject(value);
  return {
    name: asText(group["name"]),
    description: asText(group["description"]),
    read: asVerdict(group["read"]),
    write: asVerdict(group["write"]),
  };
}

export function asTime(value: unknown): Date | undefined {
  return typeof value === "number" ? new Date(value * 1000) : undefined;
}

/** Throws with the service's own words when it could not answer. */
export function refuseError(answer: Json): void {
  if (answer["error"] !== undefined) {
    throw new Error(asText(answer["error"]));
  }
}

function readOptions(answer: Json): SavedOptions {
  return { values: textMembers(answer["values"]), client_secret_set: answer["client_secret_set"] === true };
}

function readProvider(value: unknown): Provider {
  const provider = asObject(value);
  return { name: asText(provider["name"]), ...readOptions(provider) };
}

/** The answer of `sso-login get`. */
export function readSettings(value: unknown): SavedSettings {
  const answer = asObject(value);
  refuseError(answer);
  return {
    ...readOptions(answer),
    providers: asList(answer["providers"]).map(readProvider),
    roles: asList(answer["roles"]).map(readRole),
    access_groups: asList(answer["access_groups"]).map(readAccessGroup),
    pages: asList(answer["pages"]).map(asTexts),
    logins: asTexts(answer["logins"]),
    version: asText(answer["version"]),
    jwks: readJwks(answer),
  };
}

/** The router's public keys in an answer, as text; "" where there is none. */
export function readJwks(answer: Json): string {
  const keys = asList(asObject(answer["jwks"])["keys"]);
  return keys.length === 0 ? "" : JSON.stringify({ keys }, null, 2);
}

/** The answer of `sso-login keep_ca`. */
export function readPath(value: unknown): string {
  const answer = asObject(value);
  refuseError(answer);
  return asText(answer["path"]);
}

function readMessage(value: unknown): Message {
  const message = asObject(value);
  return { id: asText(message["id"]), params: textMembers(message["params"]) };
}

function readParam(value: unknown): Param {
  if (Array.isArray(value)) {
    return value.map(readMessage);
  }
  return typeof value === "object" && value !== null ? readMessage(value) : asText(value);
}

function readFinding(value: unknown): Finding {
  const finding = asObject(value);
  const level = finding["level"];
  return {
    id: asText(finding["id"]),
    level: level === "ok" || level === "warning" ? level : "error",
    code: typeof finding["code"] === "string" ? finding["code"] : undefined,
    params: Object.fromEntries(
      Object.entries(asObject(finding["params"])).map(([name, param]) => [name, readParam(param)] as const),
    ),
    text: asText(finding["text"]),
    advice: asText(finding["advice"]),
    pem: typeof finding["pem"] === "string" ? finding["pem"] : undefined,
    ...(finding["provider"] === undefined ? {} : { provider: asText(finding["provider"]) }),
  };
}

/** The answer of `sso-login check`. */
export function readReport(value: unknown): Report {
  const answer = asObject(value);
  refuseError(answer);
  return { ok: answer["ok"] === true, findings: asList(answer["findings"]).map(readFinding) };
}
