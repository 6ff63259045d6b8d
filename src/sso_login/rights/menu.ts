/** The pages that a session may open, by LuCI's menu and its rules (dispatcher.uc: build_pagetree, resolve_page, resolve_firstchild). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import { err, ok, type Result } from "../result";
import type { Grants } from "./acl";

const acl = () => require("./acl") as typeof import("./acl");

/** The group of LuCI's overview, which most roles have: with it the menu need not be read. */
const overview_group = "luci-mod-status-index";

/** The entry above all others, which the menu does not show. */
const menu_root = "admin";

/** An entry of the menu. */
interface MenuEntry {
  /** "" where it has none. */
  title: string;
  /** "" where it has none. */
  action: string;
  /** Its needs: `acl`, groups, all of them; `fs`, files; `uci`, packages. */
  depends: JsonObject;
  /** Whether it is never the first page, as the logout. */
  is_ineligible: boolean;
}

/** Entries by their paths, without slashes at the ends. */
type Menu = { [path: string]: MenuEntry | undefined };

/** An entry with the members of a later file, which replace earlier ones. */
function merged(known: MenuEntry | undefined, spec: JsonObject): MenuEntry {
  const action = json.is_object(spec.action) ? json_values.text_of(spec.action.type) : undefined;
  const depends = json.is_object(spec.depends) ? spec.depends : undefined;
  return {
    title: typeof spec.title === "string" ? spec.title : known !== undefined ? known.title : "",
    action: action ?? (known !== undefined ? known.action : ""),
    depends: depends ?? (known !== undefined ? known.depends : {}),
    is_ineligible: spec.firstchild_ineligible === true || (known !== undefined && known.is_ineligible),
  };
}

/** The largest files of the menu have some 10 KB. */
const max_file_bytes = 262144;

/** LuCI's menu; empty where there is none. */
function read_menu(io: Io): Menu {
  const menu: Menu = {};
  for (const file of acl().read_definitions(io, io.paths.menu_dir, max_file_bytes, json.decode_file)) {
    const entries = file.content ?? {};
    for (const path of strings.sorted_keys(entries)) {
      const spec = entries[path];
      const plain = path.endsWith("/*") ? path.substring(0, path.length - 2) : path;
      if (json.is_object(spec)) {
        menu[plain] = merged(menu[plain], spec);
      }
    }
  }
  return menu;
}

/** A path of the menu, and the paths above it, from the top. */
function path_and_above(path: string): string[] {
  const found: string[] = [];
  let at = "";
  for (const segment of strings.split_words(path, "/")) {
    at = at === "" ? segment : at + "/" + segment;
    found.push(at);
  }
  return found;
}

/** The groups that a path needs: its own and those of the entries above it. */
function groups_of(menu: Menu, path: string): string[] {
  const found: string[] = [];
  for (const above of path_and_above(path)) {
    const entry = menu[above];
    strings.add_missing(found, (entry !== undefined ? json_values.strings_of(entry.depends.acl) : undefined) ?? []);
  }
  return found;
}

/** Whether a path, or a UCI package with its sections, is there as wanted; values of options do not count (check_fs_depends). */
function is_there(io: Io, kind: "fs" | "uci", name: string, wanted: unknown): boolean {
  if (kind === "fs") {
    const exists = io.file_info(name) !== undefined;
    return wanted === "directory" ? (io.list_dir(name) ?? []).length > 0 : exists !== (wanted === "absent");
  }
  const read = io.uci_sections(name);
  const sections = read.ok ? read.data : [];
  return json.is_object(wanted)
    ? strings.sorted_keys(wanted).every((key) => sections.some((one) => key === "@" + one.type || key === one.name))
    : sections.length > 0;
}

/** Whether one of an entry's alternatives is all there (check_depends). */
function has_needs(io: Io, depends: JsonObject, kind: "fs" | "uci"): boolean {
  const needs = depends[kind];
  if (needs === undefined) {
    return true;
  }
  const alternatives = json.is_array(needs) ? needs : [needs];
  return alternatives.some(
    (one) => !json.is_object(one) || strings.sorted_keys(one).every((name) => is_there(io, kind, name, one[name])),
  );
}

/** Whether an entry is a page that LuCI shows in the menu. */
function is_page(entry: MenuEntry | undefined): boolean {
  const is_shown = entry !== undefined && entry.title !== "" && entry.action !== "" && !entry.is_ineligible;
  return is_shown && entry.action !== "firstchild";
}

function title_of(entry: MenuEntry | undefined): string {
  return entry !== undefined ? entry.title : "";
}

/** A page of the menu, the titles of the entries that lead to it, and the groups that a session needs. */
export interface MenuPage {
  path: string;
  titles: string[];
  groups: string[];
}

/** Whether a path is a page of its own that this router has: what needs no more than a page above it is a tab of that. */
function is_own_page(io: Io, menu: Menu, path: string): boolean {
  const above = path_and_above(path);
  const groups = groups_of(menu, path).length;
  const is_tab = above.some((one) => one !== path && is_page(menu[one]) && groups_of(menu, one).length === groups);
  return (
    is_page(menu[path]) &&
    !is_tab &&
    above.every((one) => {
      const entry = menu[one];
      return entry === undefined || (has_needs(io, entry.depends, "fs") && has_needs(io, entry.depends, "uci"));
    })
  );
}

/** The pages of the menu that this router has, sorted by their paths; none where there is no menu. */
export function all_pages(io: Io): MenuPage[] {
  const menu = read_menu(io);
  return strings
    .sorted_keys(menu)
    .filter((path) => is_own_page(io, menu, path))
    .map((path) => {
      const above = path_and_above(path).filter((entry) => entry !== menu_root);
      const titles = above.map((entry) => title_of(menu[entry])).filter((title) => title !== "");
      return { path, titles, groups: groups_of(menu, path) };
    });
}

/** Actions that run nothing on the router. */
const passive_actions = ["", "alias", "firstchild", "rewrite", "view"];

/** The groups with which LuCI runs code of an application on the router; its own logout and overview are known. */
export function serving_groups(io: Io): string[] {
  const menu = read_menu(io);
  const found: string[] = [];
  for (const path of strings.sorted_keys(menu)) {
    const entry = menu[path];
    strings.add_missing(
      found,
      entry !== undefined && !passive_actions.includes(entry.action) ? groups_of(menu, path) : [],
    );
  }
  return found.filter((name) => name !== public_names.luci_group && name !== overview_group);
}

/** Whether some page needs no other groups; true where there is no menu. */
export function opens_one(pages: MenuPage[], groups: string[]): boolean {
  return pages.length === 0 || pages.some((page) => page.groups.every((group) => groups.includes(group)));
}

/** Whether a page may be opened with these groups; true for a page that the menu lacks. */
function may_open(menu: Menu, path: string, groups: string[]): boolean {
  if (!groups_of(menu, path).every((group) => groups.includes(group))) {
    return false;
  }
  const entry = menu[path];
  if (entry === undefined || entry.action !== "firstchild") {
    return true;
  }
  const below = strings.sorted_keys(menu).filter((other) => other.startsWith(path + "/") && is_page(menu[other]));
  return below.length === 0 || below.some((other) => groups_of(menu, other).every((group) => groups.includes(group)));
}

/**
 * The page for a session with these grants: `wanted`, or undefined for `webui_path` where the session may not open that.
 * ROLE_WITHOUT_PAGE where it may open no page.
 */
export function choose(
  io: Io,
  webui_path: string,
  grants: Grants,
  wanted: string | undefined,
): Result<string | undefined> {
  const luci = public_names.luci_cookie_path.substring(0, public_names.luci_cookie_path.length - 1);
  if (webui_path !== luci && !webui_path.startsWith(public_names.luci_cookie_path)) {
    return ok(wanted);
  }
  const groups = acl().groups_in(grants);
  if (!groups.includes(overview_group) && !opens_one(all_pages(io), groups)) {
    return err("ROLE_WITHOUT_PAGE");
  }
  if (wanted === undefined || !wanted.startsWith(public_names.luci_cookie_path)) {
    return ok(wanted);
  }
  const path = strings.split_words(wanted.substring(public_names.luci_cookie_path.length), "/").join("/");
  return ok(may_open(read_menu(io), path, groups) ? wanted : undefined);
}
