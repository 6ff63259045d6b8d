'use strict';
// Generated from src/sso_login/entry_points/revalidate.ts by "make ucode"; do not edit.

/** Asks a provider about one session, or revokes the token of one that has ended; entry_points/watch starts this process when that is due. */

import { protect as protect_protect } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { event, detail_pairs } from 'sso_login.base.log';
import { run as revalidation_turn_run } from 'sso_login.login.revalidation.revalidation_turn';

/** Returns the exit status. */
export function main(_args, options) {
	const io = system_create(options ?? {});
	const done = protect_protect(() => {
		revalidation_turn_run(io);
	});
	if (!done.ok) {
		event(io, "err", done.error, detail_pairs(done.details));
	}
	return 0;
};
