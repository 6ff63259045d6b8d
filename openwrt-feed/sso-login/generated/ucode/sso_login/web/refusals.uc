'use strict';
// Generated from src/sso_login/web/refusals.ts by "make ucode"; do not edit.

/** What a request that is refused gets: an answer for programs, the error page for people, or the page that it came too late for. */

import { load_module } from 'sso_login.ecma';
import { exchange_path_info } from 'sso_login.base.names';
import { err } from 'sso_login.result';
import { option_of } from 'sso_login.settings.sections';
import { refuse as errors_refuse } from 'sso_login.web.errors';
import { count_refusal as rate_limit_count_refusal } from 'sso_login.web.rate_limit';

const password_login = () => load_module('sso_login.passwords.transitions');
const late = () => load_module('sso_login.web.late');
const token_exchange = () => load_module('sso_login.web.endpoints.token_exchange');

/** The error page for people. */
function make_page(io, environment, failure, reference) {
	const is_off = option_of(io, "password_login") === "off";
	const error_page = load_module('sso_login.web.error_page');
	return error_page.make(io, environment, failure, reference, is_off && password_login().are_all_refused(io));
}

/** The error page of a failure, and its log line (errors.ts). */
export function refuse(io, environment, failure) {
	const count_refusal = (caller_io) => rate_limit_count_refusal(caller_io);
	// A program reads no pages. What fails before the option is known counts by its path: anything may be missing on the router.
	if (environment.is_exchange ?? environment.path_info === exchange_path_info) {
		const page = errors_refuse(io, environment, failure, count_refusal);
		return token_exchange().in_json(page, failure, environment.authorization);
	}
	return errors_refuse(io, environment, failure, count_refusal, make_page);
};

/** What the landing page shows whom a callback has sent there that came too late (late.ts); undefined for all others. */
export function late_page(io, environment) {
	const reference = late().reference_of(environment);
	const is_refused = reference !== "" && !late().has_live_session(io, environment.cookie);
	return is_refused ? make_page(io, environment, err("STATE_NOT_FOUND"), reference) : null;
};
