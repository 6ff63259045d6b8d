/** The global request rate: 50 requests in each minute of the clock (specification, "Limits"). */
import type { Io } from "../base/io";
import { err, ok, type Err, type Result } from "../result";
import * as store from "../base/store";

export const max_requests = 50;
/** Seconds. */
export const window_length = 60;

/**
 * Without the run directory nothing works. Under a web server that runs CGI programs as a user of its own that is no
 * fault of the router's but of its set-up: ubus and the configuration with its secret are root's.
 */
function no_run_dir(io: Io): Err {
  const uid = io.user_id();
  return uid === 0
    ? err("INTERNAL_ERROR", { reason: "cannot write to the run directory", path: io.paths.run_dir })
    : err("CONFIG_ERROR", { reason: { id: "run_as_root" }, uid });
}

/**
 * Appends this request to the window's file; the answer is its place in it. Where it cannot be written the disk may be full of what nobody needs any
 * more: the cleaning that the window's first request does comes before it then.
 */
function append_request(io: Io, path: string, now: number): number | undefined {
  const place = io.append_byte(path);
  if (place !== undefined) {
    return place;
  }
  store.clean(io, now);
  return io.append_byte(path);
}

function limited(now: number, window: number): Result<true> {
  return err("RATE_LIMITED", { retry_after: (window + 1) * window_length - now });
}

/**
 * Counts this request. Every process appends one byte to the window's file and learns its own place in it from the
 * kernel, so the count is right however many arrive at once. RATE_LIMITED carries `retry_after` in seconds. The request
 * that opens a window also cleans the run directory.
 */
export function count_request(io: Io): Result<true> {
  const now = io.time();
  const window = Math.floor(now / window_length);
  const path = store.path_of(io, `rate_${window}`);
  const known = io.file_info(path);
  if (known !== undefined && known.kind !== "file") {
    // Not ours: a link would have us write elsewhere.
    io.remove(path);
  } else if (known !== undefined && known.size >= max_requests) {
    return limited(now, window);
  }
  const place = store.ensure_run_dir(io) ? append_request(io, path, now) : undefined;
  if (place === undefined) {
    return no_run_dir(io);
  }
  if (place === 1) {
    store.clean(io, now);
  }
  return place <= max_requests ? ok(true) : limited(now, window);
}
