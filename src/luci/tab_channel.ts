/**
 * Requests of the page of a test login to the settings page, which another tab of the browser has open, with settings that are not
 * saved. Without such a tab the settings page is opened in this one.
 */
import type { Member } from "./roles";

/** A value for an option, a check of the settings, or a member for a role; `provider` is the section that was tested. */
export type SettingsRequest = { provider: string } & (
  { kind: "set"; option: string; value: string } | { kind: "check" } | { kind: "role"; member: Member }
);

const name = "sso-login";

/** Milliseconds in which an open settings page takes a request. */
const patience = 500;

/** Sends a request to an open settings page; false where there is none. */
export function askSettings(request: SettingsRequest): Promise<boolean> {
  const channel = new BroadcastChannel(name);
  return new Promise<boolean>((answer) => {
    channel.onmessage = ({ data }) => answer(data === "taken");
    channel.postMessage(request);
    window.setTimeout(() => answer(false), patience);
  }).finally(() => channel.close());
}

/** Takes requests of pages of test logins, as long as this page is open. */
export function takeRequests(take: (request: SettingsRequest) => void): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<SettingsRequest | string>) => {
    if (typeof data === "object") {
      channel.postMessage("taken");
      take(data);
    }
  };
}
