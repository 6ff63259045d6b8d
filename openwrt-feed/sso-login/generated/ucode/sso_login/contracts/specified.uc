'use strict';
// Generated from src/sso_login/contracts/specified.ts by "make ucode"; do not edit.

/** Results as the specification has them ("Internal module contracts"). */

import { err } from 'sso_login.result';

/** A Result with the fields of the specification alone. */
export function specified(result) {
	return result.ok ? result : err(result.error, result.details);
};
