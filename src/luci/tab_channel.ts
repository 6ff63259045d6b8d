/**
 * Requests of the page of a test login to the settings page, whose settings are not saved. Another tab of the browser has that page
 * open; without such a tab it is opened in this one, and finds the request in the tab's storage. Only pages of this router write
 * there, which an address could not say of its fragment.
 */
import { plainOptions } from "./changes";
import type { Shelf } from "./draft";
import { fields } from "./fields";
import type { Member } from "./roles";

/** A value for an option, a way to a field or to the roles, a check, or a member for a role; `provider` is the section that was tested. */
export type SettingsRequest = { provider: string } & (
  | { kind: "set"; option: string; value: string }
  | { kind: "field"; option: string }
  | { kind: "role"; member: Member }
  | { kind: "check" }
  | { kind: "roles" }
);

const name = "sso-login";
const key = "sso-login.request";

/** Milliseconds in which an open settings page takes a request. */
const patience = 500;

/** Milliseconds for which a request is kept, as long as the outcome of the test. */
const lifetime = 300_000;

/** Sends a request to an open settings page; false where there is none. */
export function askSettings(request: SettingsRequest): Promise<boolean> {
  const channel = new BroadcastChannel(name);
  return new Promise<boolean>((answer) => {
    channel.onmessage = ({ data }) => answer(data === "taken");
    channel.postMessage(request);
    window.setTimeout(() => answer(false), patience);
  }).finally(() => channel.close());
}

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
  const named = (one: string): boolean => one === option;
  return plainOptions(provider).some(({ name: one }) => named(one)) && fields().some((field) => named(field.option));
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
    return list === "group" && typeof text === "string"
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

/** Takes requests of pages of test logins, as long as this page is open. */
export function takeRequests(providers: () => string[], take: (request: SettingsRequest) => void): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const request = readRequest(data, providers());
    if (request !== undefined) {
      channel.postMessage("taken");
      take(request);
    }
  };
}
