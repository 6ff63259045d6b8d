'use strict';
// Generated from src/sso_login/settings/unsaved_secret.ts by "make ucode"; do not edit.

/** The saved client secret in settings that are not saved: it is only ever sent to the provider that it was saved for. Pure functions. */

import { array_some, key_of } from 'sso_login.ecma';
import { sorted_keys } from 'sso_login.base.strings';

/** The options that decide to whom the client secret goes. */
const address_options = ["issuer_url", "internal_issuer_url", "ca_file"];

/** Whether unsaved values send the secret where the saved ones do. */
export function same_provider(unsaved, saved) {
	return !array_some(address_options, (option) => (unsaved[key_of(option)] ?? "") !== (saved[key_of(option)] ?? ""));
};

/** The unsaved values with the saved client secret where they have none, and whether that may be sent. */
export function complete(unsaved, saved) {
	// What a key signs is only for the saved provider, too, and no value of the page.
	if ((unsaved.client_secret ?? "") !== "" && unsaved.token_endpoint_auth_method !== "private_key_jwt") {
		return { values: unsaved, sendable: true };
	}
	const completed = {};
	for (let option in sorted_keys(unsaved)) {
		const value = unsaved[key_of(option)];
		if (value !== null) {
			completed[key_of(option)] = value;
		}
	}
	completed.client_secret = saved.client_secret ?? "";
	return { values: completed, sendable: same_provider(unsaved, saved) };
};
