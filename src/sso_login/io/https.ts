/** HTTPS through the native client, with one time budget for all calls of this process. */
import { err, ok, type Result } from "../result";
import type { HttpRequest, HttpResponse, HttpSettings, Io } from "./types";

/** Seconds that all back-channel calls of one process may take together. */
const total_http_time = 25;
/** Bytes of a response body. */
const max_body = 262144;

/** A client whose calls together take at most 25 s from the first one on. */
export function make_https(
  monotonic: Io["monotonic"],
): (request: HttpRequest, settings: HttpSettings) => Result<HttpResponse> {
  let started: number | undefined;
  return (request, settings) => {
    const client = require("sso_login.native_https") as NativeHttps;
    const now = monotonic();
    started = started ?? now;
    const timeout = Math.min(settings.timeout, started + total_http_time - now);
    if (timeout <= 0) {
      return err("timeout", "the calls of one request may take 25 s together");
    }
    const [response, kind, message] = client.request({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: request.body,
      ca_file: settings.ca_file,
      timeout,
      connect_timeout: timeout / 2,
      max_body,
    });
    return response !== undefined ? ok(response) : err(kind, message);
  };
}
