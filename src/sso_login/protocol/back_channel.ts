/**
 * Calls to the identity provider, and what their failures are called.
 *
 * A provider that hangs must not hold all of the web server's few script slots: one process at a time asks it, and an
 * endpoint that did not answer is not called for a while.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpRequest, HttpResponse, Io } from "../base/io";
import * as log from "../base/log";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import * as jws from "../jose/jws";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as calls_lock from "./calls_lock";

/** Seconds for which a failure is answered from memory. */
const failure_lifetime = 10;

/** Seconds within which a connection that is refused costs nothing: no memory is needed to spare the web server's slots. */
const at_once = 1;

/** Seconds between two looks at the lock, how many of them in which it does not change hands, and how many at all. */
const pause = 0.02;
const max_idle_looks = 75;
const max_looks = 250;

/** Providers that are asked at once: the web server has three script slots, and LuCI needs one. */
const max_asked = 2;

/** Looks while so many others are asked that this one may not. */
const max_full_looks = 25;

/** Sends a request; the signature of `send` and `call`. */
export type Sender = (this: void, io: Io, request: HttpRequest, code: string) => Result<HttpResponse>;

/** A failed call under the code of its kind: except at the token endpoint, an untrusted certificate is SSL_INIT_FAILED. */
function call_failed(failure: Err, code: string): Err {
  const certificate_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
  const reason = values.facts_of(failure).reason;
  return err(failure.error === "certificate" ? certificate_code : code, { cause: failure.error, reason });
}

/**
 * Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
 * certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
 */
export function send(io: Io, request: HttpRequest, code: string): Result<HttpResponse> {
  const response = io.https(request);
  if (!response.ok) {
    return call_failed(response, code);
  }
  if (response.data.renewed === true) {
    log.event(io, "warning", "TRUST_RENEWED", [["url", request.url]]);
  }
  return response;
}

/** Where the failure of an address is remembered. */
function failure_path(io: Io, url: string): string {
  return store.path_of(io, "failed_" + hash.hash_sha256_hex(url + store.own_suffix(io)) + ".json");
}

/** The last failure of an address, however old, and whether it still counts. */
function last_failure(io: Io, url: string): { failure: Err; recent: boolean } | undefined {
  const stored = store.read(io, failure_path(io, url));
  if (stored === undefined || typeof stored.error !== "string" || typeof stored.failed_at !== "number") {
    return undefined;
  }
  const facts = json.is_object(stored.facts) ? stored.facts : {};
  const details: Facts = { remembered: true };
  for (const name of strings.sorted_keys(facts)) {
    const fact = facts[name];
    if (typeof fact === "string" || typeof fact === "number") {
      details[name] = fact;
    }
  }
  // A failure from the future, after a clock change, would be remembered for as long as the clock went back.
  const age = io.time() - stored.failed_at;
  return { failure: err(stored.error, details), recent: age >= 0 && age < failure_lifetime };
}

/** Remembers the failure of an address with its facts; where nothing can be written it costs time again. */
export function remember_failure(io: Io, url: string, failure: Err): void {
  const kept = { failed_at: io.time(), error: failure.error, facts: values.facts_of(failure) };
  store.write(io, failure_path(io, url), kept);
}

/** Whether a call failed in a way that costs the next one no time either. */
function failed_at_once(failure: Err, seconds: number): boolean {
  return values.facts_of(failure).cause === "connect" && seconds < at_once;
}

/** Whether others are asking as many providers as may be asked at once. Of two that begin at once both may see that. */
function is_full(io: Io, own: string): boolean {
  const all = (io.list_dir(io.paths.run_dir) ?? []).filter((name) => name.startsWith(calls_lock.prefix));
  const others = all.map((name) => store.path_of(io, name)).filter((path) => path !== own);
  const asked = others.filter((path) => {
    const is_free = io.lock(path);
    if (is_free) {
      io.unlock(path);
    }
    return !is_free;
  });
  return asked.length >= max_asked;
}

/** Waits for the lock of this provider's calls; false when it does not come. */
function wait_for_lock(io: Io, looks: number): boolean {
  const path = calls_lock.path_of(io);
  let size: number | undefined;
  let idle = 0;
  let full = 0;
  for (let look = 0; look < looks && idle < max_idle_looks && full < max_full_looks; look++) {
    if (look > 0) {
      io.sleep(pause);
    }
    if (io.lock(path)) {
      if (io.provider === undefined || !is_full(io, path)) {
        return true;
      }
      io.unlock(path);
      full += 1;
    }
    const info = io.file_info(path);
    const found = info !== undefined ? info.size : undefined;
    idle = found === size ? idle + 1 : 0;
    size = found;
  }
  return false;
}

/**
 * Takes the lock on calls to the provider, until `calls_lock.release` or the end of this process. Fails at once with the last failure of
 * the address, while that is recent or another process tries again. Fails with RATE_LIMITED when the process with the lock has
 * done nothing for a second and a half: it waits for the provider, and a process that waits for it would block another script slot.
 */
export function acquire_lock(io: Io, url: string): Result<true> {
  const known = last_failure(io, url);
  if (known !== undefined && known.recent) {
    return known.failure;
  }
  if (!wait_for_lock(io, known !== undefined ? 1 : max_looks)) {
    const reason = "another login waits for the provider";
    return known !== undefined ? known.failure : err("RATE_LIMITED", { reason, retry_after: failure_lifetime });
  }
  // The process that had the lock before may have stored a failure.
  const found = last_failure(io, url);
  return found !== undefined && found.recent ? found.failure : ok(true);
}

/**
 * Sends a request as `send` does, under the lock; a failure is remembered until there is an answer, but for a connection that was
 * refused at once.
 */
export function call(io: Io, request: HttpRequest, code: string): Result<HttpResponse> {
  const lock = acquire_lock(io, request.url);
  if (!lock.ok) {
    return lock;
  }
  const started = io.monotonic();
  const response = send(io, request, code);
  if (response.ok || failed_at_once(response, io.monotonic() - started)) {
    io.remove(failure_path(io, request.url));
  } else {
    remember_failure(io, request.url, response);
  }
  return response;
}

/** Where an answer redirects to, if that is at the origin that was asked. */
function redirect_within(url: string, location: string | undefined): string | undefined {
  const from = urls.parse_https(url);
  const to = location !== undefined ? urls.parse_https(location) : undefined;
  const within = from !== undefined && to !== undefined && from.origin.toLowerCase() === to.origin.toLowerCase();
  return within ? location : undefined;
}

/** GETs JSON by `sender`, with more header lines. */
export function get(io: Io, url: string, extra_headers: string[], code: string, sender: Sender): Result<HttpResponse> {
  return sender(io, { method: "GET", url, headers: ["Accept: application/json"].concat(extra_headers) }, code);
}

/** GETs the discovery document: one redirect within the origin is followed, as some providers add a slash. */
export function get_document(io: Io, url: string, code: string, sender: Sender): Result<HttpResponse> {
  const response = get(io, url, [], code, sender);
  const target = response.ok ? redirect_within(url, response.data.location) : undefined;
  return target !== undefined ? get(io, target, [], code, sender) : response;
}

/** The JSON object in an answer; fails with `code` for a status other than 200 or another body. */
export function read_json(response: HttpResponse, url: string, code: string): Result<JsonObject> {
  if (response.status !== 200) {
    return err(code, { http_status: response.status, url, location: response.location });
  }
  const body = jws.decode_claims(response.body);
  if (body.ok) {
    return ok(body.data);
  }
  // Base64URL of `{"`.
  const found = response.body.startsWith("eyJ") ? "a JWT" : "not a JSON object";
  return err(code, { http_status: 200, url, reason: "the answer is " + found });
}

/** GETs a JSON object; fails as `call` does, and with `code` for a status other than 200 or another body. */
export function get_json(io: Io, url: string, extra_headers: string[], code: string): Result<JsonObject> {
  const response = get(io, url, extra_headers, code, call);
  return response.ok ? read_json(response.data, url, code) : response;
}
