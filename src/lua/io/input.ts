/** Standard input. base/io.ts documents each function. */
import { err, ok, type Result } from "../../sso_login/result";
import * as clock from "./clock";
import type { Reader } from "./files";

export function read_input(max_bytes: number): string | undefined {
  const [input] = (io.stdin as unknown as Reader).read(max_bytes + 1);
  return (input ?? "").length <= max_bytes ? (input ?? "") : undefined;
}

/** The next bytes of standard input; "" at its end, undefined when nothing comes for so many seconds. */
function read_within(bytes: number, seconds: number): string | undefined {
  const poll = require("posix.poll") as { rpoll: (this: void, fd: number, milliseconds: number) => number | undefined };
  const unistd = require("posix.unistd") as { read: (this: void, fd: number, bytes: number) => string | undefined };
  return poll.rpoll(0, Math.ceil(seconds * 1000)) === 1 ? unistd.read(0, bytes) : undefined;
}

export function read_posted(max_bytes: number, seconds: number): Result<string> {
  const end = clock.monotonic() + seconds;
  let text = "";
  for (let left = seconds; text.length <= max_bytes; left = Math.max(0, end - clock.monotonic())) {
    const part = read_within(max_bytes + 1 - text.length, left);
    if (part === undefined) {
      return err("INVALID_REQUEST", { reason: `not complete after ${seconds} s` });
    }
    if (part === "") {
      return ok(text);
    }
    text += part;
  }
  return err("INPUT_TOO_LARGE", { reason: `over ${max_bytes} bytes` });
}
