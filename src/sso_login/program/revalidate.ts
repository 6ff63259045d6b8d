/** Asks a provider about one session, or revokes the token of one that has ended; program/watch starts this process when that is due. */
import * as protect from "io/protect";
import * as system from "io/system";
import * as log from "../base/log";
import * as turn from "../login/revalidation/turn";

/** Returns the exit status. */
export function main(_args: string[], options?: system.SystemOptions): number {
  const io = system.create(options ?? {});
  const done = protect.protect(() => {
    turn.run(io);
  });
  if (!done.ok) {
    log.event(io, "err", done.error, log.detail_pairs(done.details));
  }
  return 0;
}
