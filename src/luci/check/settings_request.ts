/** Requests of the page of a test login to the settings page. One that no open page takes waits in the tab's storage, where no link can write. */
import { plainOptions } from "../saving/changes";
import { keep, take } from "../saving/draft";
import type { Member } from "../roles/roles";

/** A value for an option, a way to a field or to the roles, a check, or a member for a role; `provider` is the section that was tested. */
export type SettingsRequest = { provider: string } & (
  | { kind: "set"; option: string; value: string }
  | { kind: "lead"; option?: string }
  | { kind: "role"; member: Member }
  | { kind: "check" }
);

const key = "sso-login.request";

/** Milliseconds for which a request is kept, as long as the outcome of the test. */
const lifetime = 300_000;

/** Keeps a request for the settings page that this tab opens next; without storage the page is just opened. */
export function keepRequest(request: SettingsRequest): void {
  keep(key, request);
}

/** A request as it came; undefined unless it is about a field of the form or a role, and one of these providers. */
export function readRequest(data: unknown, providers: string[]): SettingsRequest | undefined {
  const request = (data ?? {}) as { [name: string]: unknown };
  const { kind, provider, option, value } = request;
  if (typeof provider !== "string" || !providers.includes(provider)) {
    return undefined;
  }
  const isField = plainOptions(provider).some(({ name }) => name === option);
  const { list, member } = (request["member"] ?? {}) as { [name: string]: unknown };
  const isRight =
    kind === "check" ||
    (kind === "lead" && (isField || option === "client_secret" || option === undefined)) ||
    (kind === "role" && (list === "group" || list === "email") && typeof member === "string") ||
    (kind === "set" && isField && typeof value === "string");
  return isRight ? (request as SettingsRequest) : undefined;
}

export function takeKept(providers: string[]): SettingsRequest | undefined {
  return readRequest(take(key, lifetime), providers);
}

const channelName = "sso-login";
const outcomes = "sso-login.outcome";

/** Tells the pages that began test logins that an outcome is shown. */
export function tellOutcome(): void {
  new BroadcastChannel(outcomes).postMessage("");
}

/** Calls a function once the outcome of a test login is shown. */
export function onOutcome(work: () => void): void {
  new BroadcastChannel(outcomes).addEventListener("message", work, { once: true });
}

/** Milliseconds in which an open settings page takes a request. */
const patience = 500;

/** Sends a request to an open settings page; false where there is none. */
export function askSettings(request: SettingsRequest): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  return new Promise<boolean>((answer) => {
    channel.onmessage = ({ data }) => answer(data === "taken");
    channel.postMessage(request);
    setTimeout(() => answer(false), patience);
  }).finally(() => channel.close());
}

/** Takes requests of pages of test logins, as long as this page is open. */
export function takeRequests(providers: () => string[], take: (request: SettingsRequest) => void): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: { data: unknown }) => {
    const request = readRequest(data, providers());
    if (request !== undefined) {
      channel.postMessage("taken");
      take(request);
    }
  };
}
