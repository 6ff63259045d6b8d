/** HTTPS through the native client, with one time budget for all calls of this process. */
import * as clock from "./clock";
import { version } from "../../sso_login/base/version";
import * as native from "./native";
import { err, ok, type Result } from "../../sso_login/result";
import type { HttpRequest, HttpResponse, HttpSettings, Io } from "../../sso_login/base/io";

/** Seconds that all back-channel calls of one process may take together, unless the settings say otherwise. */
const total_http_time = 25;
/** The least time that a call gets, in seconds: without a resolver thread libcurl counts name resolution in whole seconds. */
const min_http_time = 2;
/** Bytes of a response body. */
const max_body = 262144;
/** Filters before providers take a client without a name for a robot. */
const user_agent = "User-Agent: sso-login/" + version;

/** Its documents are worth collecting: what makes no call is over before its garbage counts (sso-login.cgi). */
function load(): NativeHttps {
  collectgarbage("restart");
  return native.load("sso_login.native_https") as NativeHttps;
}

export type HttpsFunctions = Pick<Io, "https" | "https_settings" | "https_peer">;

/** A client whose calls together take at most so many seconds, from the first one on. */
export function make_https(monotonic: Io["monotonic"]): HttpsFunctions {
  let started: number | undefined;
  let settings: HttpSettings = { timeout: 10 };
  const total = (): number => settings.total ?? total_http_time;
  const time_left = (): number => {
    const now = monotonic();
    started = started ?? now;
    return started + total() - now;
  };
  const request = (asked: HttpRequest): Result<HttpResponse> => {
    const client = load();
    const left = time_left();
    const timeout = Math.min(settings.timeout, left);
    if (left < min_http_time) {
      return err("timeout", `the calls of one request may take ${total()} s together`);
    }
    const [response, kind, message] = client.request({
      method: asked.method,
      url: asked.url,
      headers: asked.headers.concat([user_agent]),
      body: asked.body,
      ca_file: settings.ca_file,
      trust_folder: settings.trust_folder,
      timeout,
      connect_timeout: timeout / 2,
      max_body,
    });
    return response !== undefined ? ok(response) : err(kind, message);
  };
  return {
    https: request,
    https_peer: (url) => {
      const timeout = Math.min(settings.timeout, time_left());
      return load().peer({ method: "GET", url, ca_file: settings.ca_file, timeout, max_body });
    },
    https_settings: (chosen) => {
      settings = chosen;
    },
  };
}

/** The HTTPS functions of `Io`. */
export function make(): HttpsFunctions {
  return make_https(clock.monotonic);
}
