'use strict';
// Generated from src/sso_login/rpcd/supervisor.ts by "make ucode"; do not edit.

/** The supervisor (`sso-login watch`), as other programs see it. */

import { is_object } from 'sso_login.io.json';
import { package_name } from 'sso_login.base.public_names';

/** The instance of procd. */
const instance = "watch";

/** Has the supervisor look at once, by procd's signal SIGHUP; nothing happens where there is none. */
export function tell(io) {
	io.ubus_call("service", "signal", { name: package_name, instance });
};

export function is_running(io) {
	const reply = io.ubus_call("service", "list", { name: package_name });
	const service = reply.ok && reply.data !== null ? reply.data[package_name] : null;
	const instances = is_object(service) ? service.instances : null;
	const found = is_object(instances) ? instances[instance] : null;
	return is_object(found) && found.running === true;
};
