/** Asks a provider about one session, or revokes the token of one that has ended; entry_points/watch starts this process when that is due. */
import * as protect from "io/protect";
import * as system from "io/system";
import * as log from "../base/log";
import * as revalidation_turn from "../login/revalidation/revalidation_turn";

/** Returns the exit status. */
export function main(_args: string[], options?: system.SystemOptions): number {
  const io = system.create(options ?? {});
  const done = protect.protect(() => {
    revalidation_turn.run(io);
  });
  if (!done.ok) {
    log.event(io, "err", done.error, log.detail_pairs(done.details));
  }
  return 0;
}
