/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input.
 * Every call is answered by one JSON object; what goes wrong is `{"error": …}`.
 */
import { protect } from "./io/cgi";
import { print } from "./io/console";
import { decode_object } from "./io/json";
import { encode_answer, read_input } from "./io/plugin";
import { create, type SystemOptions } from "./io/system";
import type { Io } from "./io/types";
import { detail_pairs, event, format_details } from "./log";
import { err, ok, type Err, type Result } from "./result";
import { get_settings, max_input, read_settings } from "./settings";
import { ensure_run_dir, path_of } from "./store";

/** Names and types of arguments, as rpcd wants them. */
const signatures = '{"get":{},"check":{"values":{},"roles":[]}}';

/** Seconds after which a check that still holds the lock must have been killed: none takes that long. */
const lock_lifetime = 30;

const busy = "another check is running";

/** Takes the lock of checks; else why not. */
function lock(io: Io, path: string): string | undefined {
  const made = ensure_run_dir(io) ? io.make_dir(path) : "failed";
  if (made !== "exists") {
    return made === "created" ? undefined : "the run directory cannot be written";
  }
  const held = io.file_info(path);
  const age = held !== undefined ? io.time() - held.mtime : lock_lifetime;
  if (age < 0 || age >= lock_lifetime) {
    io.remove(path);
    return io.make_dir(path) === "created" ? undefined : busy;
  }
  return busy;
}

/** One check at a time: each may keep a process and a connection for seconds. */
function check(io: Io, input: { [name: string]: unknown }): Result<object> {
  const settings = read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  const path = path_of(io, "check.lock");
  const problem = lock(io, path);
  if (problem !== undefined) {
    return err("RATE_LIMITED", problem);
  }
  const checks = require("./check") as typeof import("./check");
  const report = protect(() => checks.run_check(io, settings.data));
  io.remove(path);
  return report;
}

function call(io: Io, method: string | undefined, text: string | undefined): Result<object> {
  if (text === undefined) {
    return err("INPUT_TOO_LARGE", "the arguments are too long");
  }
  const input = text === "" ? ok({}) : decode_object(text);
  if (!input.ok) {
    return err("INVALID_REQUEST", "the arguments are not a JSON object");
  }
  if (method === "get") {
    return get_settings(io);
  }
  return method === "check" ? check(io, input.data) : err("NOT_FOUND", "no such method");
}

/** What the caller is told; a crash goes to the log, and its text no further. */
function explain(io: Io, failure: Err): object {
  if (failure.error === "INTERNAL_ERROR") {
    event(io, "err", failure.error, detail_pairs(failure.details));
    return { error: "something went wrong on the router; the log says more" };
  }
  const plain = typeof failure.details === "string";
  return { error: plain ? failure.details : failure.error + " " + format_details(failure.details) };
}

/** Answers rpcd; returns the exit status. */
export function main(args: string[], options?: SystemOptions): number {
  if (args[0] === "list") {
    print(signatures);
    return 0;
  }
  const io = create(options ?? {});
  const outcome = protect(() => call(io, args[1], args[0] === "call" ? read_input(max_input) : ""));
  const answer = outcome.ok ? outcome.data : outcome;
  print(encode_answer(answer.ok ? answer.data : explain(io, answer)));
  return 0;
}
