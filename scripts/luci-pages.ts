/** LuCI's pages with what a role can do by them, for docs/roles.md: by the service's own rules, from the facts in test/unit/data/. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fnmatch } from "../src/luci/kit/patterns";
import type { Io } from "../src/sso_login/base/io";
import { of_groups } from "../src/sso_login/rights/access_level";
import { granted_by, type AclGroup } from "../src/sso_login/rights/acl";
import { all_pages } from "../src/sso_login/rights/menu";
import { higher_level, type AccessLevel, type Permission } from "../src/sso_login/rights/permissions";
import { root } from "./generated";

type Facts<Fact> = Record<string, (Fact & { releases: string[] })[]>;

const releases = ["24.10", "25.12"];
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, "test/unit/data", name), "utf8"));
const menu = read("luci_menu.json") as Facts<{ title: string; action: string; acl: string[] }>;
const access = read("luci_access_groups.json") as Facts<Partial<AclGroup>>;

function ofRelease<Fact>(facts: Facts<Fact>, release: string): [string, Fact][] {
  return Object.entries(facts).flatMap(([name, all]) =>
    all.filter((fact) => fact.releases.includes(release)).map((fact): [string, Fact] => [name, fact]),
  );
}

/** A router without files and configuration. */
const io = { fnmatch, paths: {}, read_file: () => undefined, uci_sections: () => ({ ok: false }) } as unknown as Io;

/** Makes the menu of a release that of the router; `rights/menu` loads the reader of files late. */
function useMenu(release: string): void {
  const entries = ofRelease(menu, release).map(([path, { title, action, acl }]) => [
    path,
    { title, action: { type: action }, depends: { acl } },
  ]);
  const files = [{ name: "menu.json", content: Object.fromEntries(entries) as unknown, is_readable: true }];
  Object.assign(globalThis, { require: () => ({ read_definitions: () => files }) });
}

const words: Record<string, string | undefined> = {
  "file /usr/libexec/syslog-wrapper": "shows the log",
  "cgi-io backup": "makes a backup",
  "luci getProcessList": "shows command lines",
  "luci getRealtimeStats": "shows any file, by a fault of LuCI",
  "service list": "shows command lines",
  "iwinfo scan": "leaves the Wi-Fi's channel",
  "rpc-sys upgrade_start": "installs firmware",
};

function grantText(scope: string, object: string, name: string): string {
  const verbs: Record<string, string | undefined> = { read: "shows", write: "changes", exec: "runs", list: "lists" };
  const said = words[scope === "ubus" ? `${object} ${name}` : `${scope} ${object}`];
  if (said === undefined && (scope === "uci" || scope === "file")) {
    const [thing = ""] = name === "exec" ? object.split(" ") : [object];
    return `${verbs[name] ?? name} ${scope === "uci" ? "the package " : ""}\`${thing}\``;
  }
  return said ?? `calls \`${object} ${name}\``;
}

/** The first grant of a group that has a level, in words. */
function causeOf(group: AclGroup, permission: Permission, level: AccessLevel): string | undefined {
  const grants = granted_by(group, permission);
  const all = ["uci", "cgi-io", "file", "ubus"].flatMap((scope) =>
    (grants[scope] ?? []).map((pair) => [scope, ...pair]),
  );
  const worst = all.find(([scope = "", object = "", name = ""]) => {
    const single = { name: group.name, description: "", read: { [scope]: { [object]: [name] } }, write: {} };
    return of_groups(io, [single])[0]?.read === level;
  });
  return worst === undefined ? undefined : grantText(...(worst as [string, string, string]));
}

/** The pages of a release by their paths, each as cells: page, looking, changing, why. */
function pagesOf(release: string): [string, string[]][] {
  useMenu(release);
  const groups = ofRelease(access, release).map(([name, { read: reads = {}, write = {} }]): AclGroup => ({
    name,
    description: "",
    read: reads,
    write,
  }));
  const levels = of_groups(io, groups);
  return all_pages(io).map((page) => {
    const cells = (["read", "write"] as const).map((permission) => {
      const own = levels.filter(({ name }) => page.groups.includes(name)).flatMap((one) => one[permission] ?? []);
      const isOpen = permission === "read" ? own.length === page.groups.length : own.length > 0;
      const level = isOpen ? own.reduce((one, other) => higher_level(one, other)) : undefined;
      const needed = groups.filter(({ name }) => page.groups.includes(name));
      const cause = needed.map((one) => level && level !== "look" && causeOf(one, permission, level)).find(Boolean);
      return { level: level ?? "–", cause: cause || undefined };
    });
    const why = cells
      .filter(({ level }, at) => at === 0 || level !== cells[0]?.level)
      .flatMap(({ cause }) => cause ?? []);
    return [page.path, [page.titles.join(" › "), ...cells.map(({ level }) => level), why.join("; ")]];
  });
}

/** The rows of the table: page, with the release where it is of one alone, looking, changing, why. */
export function pageRows(): string[][] {
  const rows = new Map<string, { path: string; cells: string[]; found: Set<string> }>();
  for (const release of releases) {
    for (const [path, cells] of pagesOf(release)) {
      const row = rows.get(cells.join("|")) ?? { path, cells, found: new Set() };
      rows.set(cells.join("|"), { ...row, found: row.found.add(release) });
    }
  }
  const sorted = [...rows.values()].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
  return sorted.map(({ cells: [page = "", ...others], found }) => [
    found.size === releases.length ? page : `${page} (${[...found].join()})`,
    ...others,
  ]);
}
