'use strict';
// Generated from src/sso_login/check/pages.ts by "make ucode"; do not edit.

/** Which access groups open a page of LuCI, by its menu. */

import { ends_with, key_of } from 'sso_login.ecma';
import { is_object, decode_file } from 'sso_login.io.json';
import { sorted_keys } from 'sso_login.base.strings';
import { strings_of } from 'sso_login.base.values';

/** LuCI's largest menu file has some 10 KB. */
const max_file_bytes = 262144;

/** The access groups of a menu entry that people see: any one of them is enough (dispatcher.uc, `check_acl_depends`). */
function groups_of(entry) {
	const depends = is_object(entry) && type(entry.title) == "string" ? entry.depends : null;
	return is_object(depends) ? (strings_of(depends.acl) ?? []) : [];
}

/** The access groups that some entry of the menu asks for; none where there is no menu. */
export function groups(io) {
	const found = [];
	for (let name in io.list_dir(io.paths.menu_dir) ?? []) {
		const text = ends_with(name, ".json") ? io.read_file(io.paths.menu_dir + "/" + name, max_file_bytes) : null;
		const file = decode_file(text ?? "");
		if (file.ok) {
			for (let path in sorted_keys(file.data)) {
				for (let group in groups_of(file.data[key_of(path)])) {
					push(found, group);
				}
			}
		}
	}
	return found;
};
