/** What the service says of people: sessions, the last logins, and what somebody would get. */
import { asList, asObject, asText, asTexts, asTime, refuseError, type Json } from "./answers";
import { access_levels, type AccessLevel } from "../sso_login/rights/permissions";
import { same_provider } from "../sso_login/settings/unsaved_secret";
import type { EditedOptions, EditedProvider, SavedOptions } from "./changes";
import { first } from "../sso_login/base/names";
import { visible } from "./visible";

/** A live single sign-on session. */
export interface Session {
  /** By which it is ended. */
  id: string;
  who: string;
  /** The provider's name. */
  provider: string;
  role: string;
  /** Whether it is that of this page. */
  own: boolean;
  from: string;
  since: Date | undefined;
  /** When it ends if nothing is done, and at the latest where there is such a limit. */
  until: Date | undefined;
  latest: Date | undefined;
}

/** The sessions in the answer of `sso-login get`. */
export function readSessions(value: unknown): Session[] {
  return asList(asObject(value)["sessions"]).map((item) => {
    const session = asObject(item);
    return {
      id: asText(session["id"]),
      who: visible(asText(session["who"])),
      provider: visible(asText(session["provider"])) || first,
      role: visible(asText(session["role"])),
      own: session["own"] === true,
      from: visible(asText(session["from"])),
      since: asTime(session["since"]),
      until: asTime(session["until"]),
      latest: asTime(session["latest"]),
    };
  });
}

/** The lists of a role that somebody may be put into. */
export type MemberList = "email" | "group" | "sub";

/** A login or a refusal of the log. */
export interface Entry {
  time: Date | undefined;
  code: string;
  who: string;
  from: string;
  reference: string;
  role: string;
  why: string;
  /** The provider's name. */
  provider: string;
  /** What may be put into a role; as it is, not made visible. */
  members: { list: MemberList; member: string }[];
}

function readEntry(value: unknown): Entry {
  const entry = asObject(value);
  const text = (name: string): string => visible(asText(entry[name]));
  const member = (list: MemberList, found: string): Entry["members"] => (found === "" ? [] : [{ list, member: found }]);
  return {
    time: asTime(entry["time"]),
    ...{ code: text("code"), who: text("who"), from: text("from") },
    ...{ reference: text("reference"), role: text("role"), why: text("why") },
    provider: asText(entry["provider"]) || first,
    members: [
      ...member("email", asText(entry["email"])),
      ...asTexts(entry["groups"]).flatMap((group) => member("group", group)),
      ...member("sub", asText(entry["sub"])),
    ],
  };
}

/** The answer of `sso-login history`. */
export function readHistory(value: unknown): Entry[] {
  const answer = asObject(value);
  refuseError(answer);
  return asList(answer["entries"]).map(readEntry);
}

/** A role that somebody would get: why, and how far it reaches. */
export interface Granted {
  role: string;
  because: { rule: MemberList; claim: string; value: string }[];
  verdict: AccessLevel;
}

function readReason(value: unknown): Granted["because"][number] {
  const reason = asObject(value);
  const rule = reason["rule"];
  return {
    rule: rule === "email" || rule === "sub" ? rule : "group",
    claim: visible(asText(reason["claim"])),
    value: visible(asText(reason["value"])),
  };
}

/** The roles in an answer, in their order. */
export function readGranted(answer: Json): Granted[] {
  return asTexts(answer["roles"]).map((role) => {
    const verdict = asObject(asObject(answer["can"])[role])["verdict"];
    return {
      role: visible(role),
      because: asList(asObject(answer["because"])[role]).map(readReason),
      verdict: access_levels.find((known) => known === verdict) ?? "everything",
    };
  });
}

/** The answer of `sso-login preview`. */
export function readPreview(value: unknown): Granted[] {
  const answer = asObject(value);
  refuseError(answer);
  return readGranted(answer);
}

/** What a test login has come to. */
export interface Outcome {
  state: "none" | "begun" | "done";
  /** Of a refusal. */
  code: string;
  why: string;
  notes: string;
  email: string;
  groups: string[];
  granted: Granted[];
  claims: { name: string; value: string }[];
  /** Whether there are more claims. */
  more: boolean;
}

/** The answer of `sso-login test_result`. */
export function readOutcome(value: unknown): Outcome {
  const answer = asObject(value);
  refuseError(answer);
  const outcome = asObject(answer["outcome"]);
  const text = (name: string): string => visible(asText(outcome[name]));
  const state = answer["state"];
  return {
    state: state === "begun" || state === "done" ? state : "none",
    ...{ code: text("code"), why: text("why"), notes: text("notes"), email: text("email") },
    groups: asTexts(outcome["groups"]).map(visible),
    granted: readGranted(outcome),
    claims: asList(outcome["claims"]).map((item) => {
      const claim = asObject(item);
      return { name: visible(asText(claim["name"])), value: visible(asText(claim["value"])) };
    }),
    more: outcome["more"] === true,
  };
}

/** The answer of `sso-login test_start`: the address for the tab. */
export function readTestUrl(value: unknown): string {
  const answer = asObject(value);
  refuseError(answer);
  const url = asText(answer["url"]);
  if (!url.startsWith("https://")) {
    throw new Error("no address");
  }
  return url;
}

/** Whether the secret must be typed, as the saved one belongs to another provider. */
export function needsSecret({ values, clientSecret }: EditedProvider | EditedOptions, saved: SavedOptions): boolean {
  const isKey = values["token_endpoint_auth_method"] === "private_key_jwt";
  return !clientSecret && !isKey && !same_provider(values, saved.values);
}
