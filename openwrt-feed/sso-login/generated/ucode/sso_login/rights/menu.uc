'use strict';
// Generated from src/sso_login/rights/menu.ts by "make ucode"; do not edit.

/** The pages that a session may open, by LuCI's menu and its rules (dispatcher.uc: build_pagetree, resolve_page, resolve_firstchild). */

import { array_every, array_some, ends_with, key_of, load_module, starts_with, substring } from 'sso_login.ecma';
import { is_object, decode_file, is_array } from 'sso_login.io.json';
import { luci_group, luci_cookie_path } from 'sso_login.base.public_names';
import { sorted_keys, split_words, add_missing } from 'sso_login.base.strings';
import { text_of, strings_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';

/** The group of LuCI's overview, which most roles have: with it the menu need not be read. */
const overview_group = "luci-mod-status-index";

/** The entry above all others, which the menu does not show. */
const menu_root = "admin";

/** An entry with the members of a later file, which replace earlier ones. */
function merged(known, spec) {
	const action = is_object(spec.action) ? text_of(spec.action.type) : null;
	const depends = is_object(spec.depends) ? spec.depends : null;
	return {
		title: type(spec.title) == "string" ? spec.title : known !== null ? known.title : "",
		action: action ?? (known !== null ? known.action : ""),
		depends: depends ?? (known !== null ? known.depends : {}),
		is_ineligible: spec.firstchild_ineligible === true || (known !== null && known.is_ineligible),
	};
}

/** The largest files of the menu have some 10 KB. */
const max_file_bytes = 262144;

/** LuCI's menu; empty where there is none. */
function read_menu(io) {
	const menu = {};
	for (let file in load_module('sso_login.rights.acl').read_definitions(io, io.paths.menu_dir, max_file_bytes, decode_file)) {
		const entries = file.content ?? {};
		for (let path in sorted_keys(entries)) {
			const spec = entries[key_of(path)];
			const plain = ends_with(path, "/*") ? substring(path, 0, length(path) - 2) : path;
			if (is_object(spec)) {
				menu[key_of(plain)] = merged(menu[key_of(plain)], spec);
			}
		}
	}
	return menu;
}

/** A path of the menu, and the paths above it, from the top. */
function path_and_above(path) {
	const found = [];
	let at = "";
	for (let segment in split_words(path, "/")) {
		at = at === "" ? segment : at + "/" + segment;
		push(found, at);
	}
	return found;
}

/** The groups that a path needs: its own and those of the entries above it. */
function groups_of(menu, path) {
	const found = [];
	for (let above in path_and_above(path)) {
		const entry = menu[key_of(above)];
		add_missing(found, (entry !== null ? strings_of(entry.depends.acl) : null) ?? []);
	}
	return found;
}

/** Whether a path, or a UCI package with its sections, is there as wanted; values of options do not count (check_fs_depends). */
function is_there(io, kind, name, wanted) {
	if (kind === "fs") {
		const exists = io.file_info(name) !== null;
		return wanted === "directory" ? length((io.list_dir(name) ?? [])) > 0 : exists !== (wanted === "absent");
	}
	const read = io.uci_sections(name);
	const sections = read.ok ? read.data : [];
	return is_object(wanted)
		? array_every(sorted_keys(wanted), (key) => array_some(sections, (one) => key === "@" + one.type || key === one.name))
		: length(sections) > 0;
}

/** Whether one of an entry's alternatives is all there (check_depends). */
function has_needs(io, depends, kind) {
	const needs = depends[kind];
	if (needs === null) {
		return true;
	}
	const alternatives = is_array(needs) ? needs : [needs];
	return array_some(alternatives, (one) => !is_object(one) || array_every(sorted_keys(one), (name) => is_there(io, kind, name, one[key_of(name)])));
}

/** Whether an entry is a page that LuCI shows in the menu. */
function is_page(entry) {
	const is_shown = entry !== null && entry.title !== "" && entry.action !== "" && !entry.is_ineligible;
	return is_shown && entry.action !== "firstchild";
}

function title_of(entry) {
	return entry !== null ? entry.title : "";
}

/** Whether a path is a page of its own that this router has: what needs no more than a page above it is a tab of that. */
function is_own_page(io, menu, path) {
	const above = path_and_above(path);
	const groups = length(groups_of(menu, path));
	const is_tab = array_some(above, (one) => one !== path && is_page(menu[key_of(one)]) && length(groups_of(menu, one)) == groups);
	return (
		is_page(menu[key_of(path)]) &&
		!is_tab &&
		array_every(above, (one) => {
			const entry = menu[key_of(one)];
			return entry === null || (has_needs(io, entry.depends, "fs") && has_needs(io, entry.depends, "uci"));
		})
	);
}

/** The pages of the menu that this router has, sorted by their paths; none where there is no menu. */
export function all_pages(io) {
	const menu = read_menu(io);
	return map(filter(sorted_keys(menu), (path) => is_own_page(io, menu, path)), (path) => {
			const above = filter(path_and_above(path), (entry) => entry !== menu_root);
			const titles = filter(map(above, (entry) => title_of(menu[key_of(entry)])), (title) => title !== "");
			return { path, titles, groups: groups_of(menu, path) };
		});
};

/** Actions that run nothing on the router. */
const passive_actions = ["", "alias", "firstchild", "rewrite", "view"];

/** The groups with which LuCI runs code of an application on the router; its own logout and overview are known. */
export function serving_groups(io) {
	const menu = read_menu(io);
	const found = [];
	for (let path in sorted_keys(menu)) {
		const entry = menu[key_of(path)];
		add_missing(
			found,
			entry !== null && !(index(passive_actions, entry.action) >= 0) ? groups_of(menu, path) : []
		);
	}
	return filter(found, (name) => name !== luci_group && name !== overview_group);
};

/** Whether some page needs no other groups; true where there is no menu. */
export function opens_one(pages, groups) {
	return length(pages) == 0 || array_some(pages, (page) => array_every(page.groups, (group) => (index(groups, group) >= 0)));
};

/** Whether a page may be opened with these groups; true for a page that the menu lacks. */
function may_open(menu, path, groups) {
	if (!array_every(groups_of(menu, path), (group) => (index(groups, group) >= 0))) {
		return false;
	}
	const entry = menu[key_of(path)];
	if (entry === null || entry.action !== "firstchild") {
		return true;
	}
	const below = filter(sorted_keys(menu), (other) => starts_with(other, path + "/") && is_page(menu[key_of(other)]));
	return length(below) == 0 || array_some(below, (other) => array_every(groups_of(menu, other), (group) => (index(groups, group) >= 0)));
}

/**
 * The page for a session with these grants: `wanted`, or undefined for `webui_path` where the session may not open that.
 * ROLE_WITHOUT_PAGE where it may open no page.
 */
export function choose(io, webui_path, grants, wanted) {
	const luci = substring(luci_cookie_path, 0, length(luci_cookie_path) - 1);
	if (webui_path !== luci && !starts_with(webui_path, luci_cookie_path)) {
		return ok(wanted);
	}
	const groups = load_module('sso_login.rights.acl').groups_in(grants);
	if (!(index(groups, overview_group) >= 0) && !opens_one(all_pages(io), groups)) {
		return err("ROLE_WITHOUT_PAGE");
	}
	if (wanted === null || !starts_with(wanted, luci_cookie_path)) {
		return ok(wanted);
	}
	const path = join("/", split_words(substr(wanted, length(luci_cookie_path)), "/"));
	return ok(may_open(read_menu(io), path, groups) ? wanted : null);
};
