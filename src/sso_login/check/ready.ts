/** Whether this program can serve a login, as a process of its own finds out. */
import type { Io } from "../base/io";

/** Whether another process of this program can serve a login: what kills it does not kill this one. */
export function is_ready(io: Io): boolean {
  return io.succeeds(io.paths.program, "password-login ready");
}
