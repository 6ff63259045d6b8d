'use strict';
// Generated from src/sso_login/settings/unsaved_secret.ts by "make ucode"; do not edit.

import { array_some, key_of } from 'sso_login.ecma';

/** The options that decide to whom the client secret goes. */
const address_options = ["issuer_url", "internal_issuer_url", "ca_file"];

export function same_provider(unsaved, saved) {
	return !array_some(address_options, (option) => (unsaved[key_of(option)] ?? "") !== (saved[key_of(option)] ?? ""));
};

/** The unsaved values with the saved client secret where they have none, and whether that may be sent. */
export function complete(unsaved, saved) {
	// A signature of the router's key is only for the saved provider, too.
	if ((unsaved.client_secret ?? "") !== "" && unsaved.token_endpoint_auth_method !== "private_key_jwt") {
		return { values: unsaved, sendable: true };
	}
	const completed = {};
	for (let option in keys(unsaved)) {
		const text = unsaved[key_of(option)];
		completed[key_of(option)] = text ?? "";
	}
	completed.client_secret = saved.client_secret ?? "";
	return { values: completed, sendable: same_provider(unsaved, saved) };
};
