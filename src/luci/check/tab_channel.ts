/** The way of requests to the settings page that another tab of the browser has open. */
import { readRequest, type SettingsRequest } from "./settings_request";

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
