// HTTPS through the native client, with one time budget for all calls of this process.
// The counterpart of src/lua/io/https.ts.

import * as clock from 'sso_login.io.clock';
import { version } from 'sso_login.base.version';
import { load } from 'sso_login.io.native';
import { err, ok } from 'sso_login.result';

/** Seconds that all back-channel calls of one process may take together, unless the settings say otherwise. */
const total_http_time = 25;
/** The least time that a call gets, in seconds: without a resolver thread libcurl counts name resolution in whole seconds. */
const min_http_time = 2;
/** Bytes of a response body. */
const max_body = 262144;
/** Filters before providers take a client without a name for a robot. */
const user_agent = `User-Agent: sso-login/${version}`;

/** A client whose calls together take at most so many seconds, from the first one on. */
export function make_https(monotonic) {
	let started = null;
	let settings = { timeout: 10 };
	const total = () => settings.total ?? total_http_time;
	const time_left = () => {
		const now = monotonic();
		started ??= now;
		return started + total() - now;
	};
	return {
		https: (asked) => {
			const client = load("sso_login.native_https");
			const left = time_left();
			const timeout = min(settings.timeout, left);
			if (left < min_http_time) {
				return err("timeout", `the calls of one request may take ${total()} s together`);
			}
			const response = client.request({
				method: asked.method,
				url: asked.url,
				headers: [ ...asked.headers, user_agent ],
				body: asked.body,
				ca_file: settings.ca_file,
				trust_folder: settings.trust_folder,
				timeout,
				connect_timeout: timeout / 2.0,
				max_body,
			});
			return response.kind === null ? ok(response) : err(response.kind, response.message);
		},
		https_peer: (url) => {
			const timeout = min(settings.timeout, time_left());
			return load("sso_login.native_https").peer({ method: "GET", url, ca_file: settings.ca_file, timeout, max_body });
		},
		https_settings: (chosen) => {
			settings = chosen;
		},
	};
};

/** The HTTPS functions of `Io`. */
export function make() {
	return make_https(clock.make().monotonic);
};
