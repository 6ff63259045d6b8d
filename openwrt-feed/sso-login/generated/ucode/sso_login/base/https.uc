'use strict';
// Generated from src/sso_login/base/https.ts by "make ucode"; do not edit.

/** HTTPS through the native client, with one time budget for all calls of this process. */

import { https_request, https_peer } from 'sso_login.io.native';
import { err } from 'sso_login.result';
import { version as version_version } from 'sso_login.base.version';

/** Seconds that all back-channel calls of one process may take together, unless the settings say otherwise. */
const total_http_time = 25;
/** The least time that a call gets, in seconds: without a resolver thread libcurl counts name resolution in whole seconds. */
const min_http_time = 2;
/** Bytes of a response body. */
const max_body = 262144;
/** Filters before providers take a client without a name for a robot. */
const user_agent = "User-Agent: sso-login/" + version_version;

/** The HTTPS functions of `Io`, whose calls together take at most so many seconds, from the first one on. */
export function make(calls, monotonic) {
	const total = () => calls.settings.total ?? total_http_time;
	const time_left = () => {
		const current = monotonic();
		calls.started = calls.started ?? current;
		return calls.started + total() - current;
	};
	return {
		https: (asked) => {
			const left = time_left();
			if (left < min_http_time) {
				return err("timeout", `the calls of one request may take ${total()} s together`);
			}
			const settings = calls.settings;
			const timeout = min(settings.timeout, left);
			return https_request({
				method: asked.method,
				url: asked.url,
				headers: [...asked.headers, ...[user_agent]],
				body: asked.body,
				ca_file: settings.ca_file,
				trust_folder: settings.trust_folder,
				timeout,
				connect_timeout: 1.0 * timeout / 2,
				max_body,
			});
		},
		https_peer: (url) => {
			const timeout = min(calls.settings.timeout, time_left());
			return https_peer({ method: "GET", url, ca_file: calls.settings.ca_file, timeout, max_body });
		},
	};
};
