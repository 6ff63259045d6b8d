/** The call for the provider's metadata, and what is shown of them. */
import type { HttpResponse, Io } from "../base/io";
import * as urls from "../base/urls";
import type { Result } from "../result";
import * as provider_calls from "./provider_calls";
import type { Sender } from "./provider_calls";

/** Bytes of an address in an error. */
const max_shown = 200;

/** A text in the place of an address, for people: cut, and without what may be a password before the host. */
export function shown(text: string): string {
  const parts = text.split("@");
  return (parts.length > 1 ? "...@" + (parts[parts.length - 1] ?? "") : text).substring(0, max_shown);
}

/** The target of a redirect within the origin of the request. */
function redirect_within(url: string, location: string | undefined): string | undefined {
  const from = urls.parse_https(url);
  const to = location !== undefined ? urls.parse_https(location) : undefined;
  const is_within = from !== undefined && to !== undefined && from.origin.toLowerCase() === to.origin.toLowerCase();
  return is_within ? location : undefined;
}

/** GETs metadata: one redirect within the origin is followed, as some providers add a slash. */
export function get_metadata(io: Io, url: string, code: string, sender: Sender): Result<HttpResponse> {
  const response = provider_calls.get(io, url, [], code, sender);
  const target = response.ok ? redirect_within(url, response.data.location) : undefined;
  return target !== undefined ? provider_calls.get(io, target, [], code, sender) : response;
}
