// UCI through ucode's module. Stands where Lua has src/lua/io/uci.ts.

import { get, open } from 'sso_login.io.option';
import { err, ok } from 'sso_login.result';

/** A section as ucode gives it (46 is the dot): options beside `.name`, `.type`, `.anonymous` and `.index`. */
function to_section(raw) {
	const options = {};
	for (let key, value in raw) {
		if (ord(key) != 46) {
			options[key] = value;
		}
	}
	return { name: raw[".name"], type: raw[".type"], anonymous: raw[".anonymous"] === true, options };
}

/** The UCI functions on one cursor, opened when first used; `root` stands for `/`. */
export function make(root) {
	let opened = null;
	const listed = {};
	const cursor = () => {
		opened ??= open(root);
		return opened;
	};
	return {
		uci_get: (config, section, option) => get(cursor(), config, section, option),
		uci_sections: (config) => {
			// A cursor reads a file once, and somebody may have changed it since.
			if (listed[config]) {
				cursor().unload(config);
			}
			listed[config] = true;
			const all = cursor().get_all(config);
			if (all === null) {
				return err("UCI_ERROR", { config, reason: cursor().error() ?? "no such package" });
			}
			return ok(map(values(all), to_section));
		},
		uci_add: (config, section, type) => cursor().set(config, section, type) === true,
		uci_set: (config, section, option, value) => cursor().set(config, section, option, value) === true,
		uci_delete: (config, section, option) =>
			(option !== null ? cursor().delete(config, section, option) : cursor().delete(config, section)) === true,
		uci_commit: (config) => cursor().commit(config) === true,
	};
};
