/**
 * Requests of the page of a test login to the settings page, whose settings are not saved. One that no open settings page takes waits
 * in the tab's storage: only pages of this router write there, unlike to a link's fragment. No DOM in here.
 */
import { plainOptions } from "../saving/changes";
import type { Shelf } from "../saving/draft";
import type { Member } from "../roles/roles";

/** A value for an option, a way to a field or to the roles, a check, or a member for a role; `provider` is the section that was tested. */
export type SettingsRequest = { provider: string } & (
  | { kind: "set"; option: string; value: string }
  | { kind: "field"; option: string }
  | { kind: "role"; member: Member }
  | { kind: "check" }
  | { kind: "roles" }
);

const key = "sso-login.request";

/** Milliseconds for which a request is kept, as long as the outcome of the test. */
const lifetime = 300_000;

/** Keeps a request for the settings page that this tab opens next; without storage the page is just opened. */
export function keepRequest(shelf: Shelf, request: SettingsRequest): void {
  try {
    shelf.setItem(key, JSON.stringify({ at: Date.now(), request }));
  } catch {
    // This browser stores nothing.
  }
}

/** Whether the form of a provider has a field for an option. */
function isField(option: string, provider: string): boolean {
  return plainOptions(provider).some(({ name }) => name === option);
}

/** A request as it came; undefined unless it is about a field of the form or a role, and one of these providers. */
export function readRequest(data: unknown, providers: string[]): SettingsRequest | undefined {
  const { kind, provider, option, value, member } = (data ?? {}) as { [name: string]: unknown };
  if (typeof provider !== "string" || !providers.includes(provider)) {
    return undefined;
  }
  if (kind === "check" || kind === "roles") {
    return { kind, provider };
  }
  if (kind === "role") {
    const { list, member: text } = (member ?? {}) as { [name: string]: unknown };
    return (list === "group" || list === "email") && typeof text === "string"
      ? { kind, provider, member: { list, member: text } }
      : undefined;
  }
  if (typeof option !== "string") {
    return undefined;
  }
  if (kind === "field") {
    return isField(option, provider) || option === "client_secret" ? { kind, provider, option } : undefined;
  }
  return kind === "set" && isField(option, provider) && typeof value === "string"
    ? { kind, provider, option, value }
    : undefined;
}

/** The request that this tab has kept, once. */
export function takeKept(shelf: Shelf, providers: string[]): SettingsRequest | undefined {
  try {
    const kept = JSON.parse(shelf.getItem(key) ?? "null") as { at?: unknown; request?: unknown } | null;
    shelf.removeItem(key);
    const age = Date.now() - Number(kept?.at);
    return age >= 0 && age < lifetime ? readRequest(kept?.request, providers) : undefined;
  } catch {
    return undefined;
  }
}
