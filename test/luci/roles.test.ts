/** Roles on the page, before anything is drawn. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it, test } from "node:test";
import { pageTitle } from "../../src/luci/saving/message_text";
import { fieldOf, roleOf } from "../../src/luci/check/report";
import { patternRightToPage, rightToPage, searchWords, withPage } from "../../src/luci/roles/rights_by_page";
import {
  copyOf,
  groupTitle,
  membersOf,
  newRole,
  rightOf,
  subjectIssuers,
  templates,
  whoText,
  withEntry,
  withMember,
  withRight,
  withSubjects,
} from "../../src/luci/roles/roles";
import { listOfTicked } from "../../src/luci/saving/providers";
import { matches } from "../../src/sso_login/rights/role_matching";
import { permits } from "../../src/sso_login/rights/permissions";
import { fnmatch } from "../../src/luci/kit/patterns";
import type { Finding } from "../../src/sso_login/check/report";
import type { GroupAnswer } from "../../src/sso_login/answers/ubus_answers";
import type { AccessLevel } from "../../src/sso_login/rights/permissions";

const groups: GroupAnswer[] = [
  { name: "luci-base", description: "Grant access to basic LuCI procedures", read: "look", write: "everything" },
  { name: "luci-mod-status-logs", description: "", read: "look" },
  { name: "luci-mod-status-index-dhcp", description: "", read: "look" },
  { name: "luci-mod-status-realtime", description: "", read: "look" },
  { name: "luci-mod-system-reboot", description: "Grant UCI access for the reboot", write: "everything" },
  { name: "unauthenticated", description: "", read: "look" },
];

test("templates have those groups that this router has", () => {
  const rights = Object.fromEntries(templates(groups).map(({ id, rights }) => [id, rights]));
  assert.deepEqual(rights["family"], { read: ["luci-base", "luci-mod-status-index-dhcp"], write: [] });
  assert.deepEqual(rights["operator"], { read: rights["family"].read, write: ["luci-mod-system-reboot"] });
  assert.deepEqual(rights["empty"], { read: [], write: [] });
});

test("the recipes of docs/roles.md give what the templates give", () => {
  const recipes = readFileSync(new URL("../../docs/roles.md", import.meta.url), "utf8");
  const named = [...recipes.matchAll(/sso-login\.(\w+|<role>)\.(read|write)='(.*?)'/g)];
  const all = named.map(([, , , name = ""]) => ({ name, description: "" }));
  const recipe = (role: string, kind: string): string[] =>
    named.flatMap(([, of, list, name = ""]) => (of === role && list === kind ? [name] : []));
  const rights = Object.fromEntries(templates(all).map(({ id, rights }) => [id, rights]));
  const read = recipe("family", "read");
  assert.ok(read.length > 2, "the recipe is gone");
  assert.deepEqual(rights["family"], { read, write: [] });
  assert.deepEqual(rights["operator"], { read, write: recipe("<role>", "write") });
});

test("a page gives its groups and LuCI's own calls, and takes only its groups away", () => {
  const page = { path: "admin/network/wireless", titles: ["Network", "Wireless"], groups: ["net"] };
  assert.equal(pageTitle(page.titles), "Network › Wireless");
  assert.match(searchWords(page), /WLAN/);
  const groups = (write: AccessLevel): GroupAnswer[] => [{ name: "net", description: "", write }];
  const looking = withPage({ read: [], write: [] }, page, "read", groups("everything"));
  assert.deepEqual(looking, { read: ["net", "luci-base"], write: [] });
  assert.equal(rightToPage(looking, page), "read");
  // LuCI's own right to change is full control: the restart needs none of it.
  assert.deepEqual(withPage(looking, page, "write", groups("restart")), { read: ["luci-base"], write: ["net"] });
  const changing = withPage(looking, page, "write", groups("everything"));
  assert.deepEqual(changing, { read: [], write: ["net", "luci-base"] });
  assert.equal(rightToPage(changing, { ...page, groups: ["net", "other"] }), "none");
  assert.deepEqual(withPage(changing, page, "none", groups("everything")), { read: [], write: ["luci-base"] });
});

test("a pattern that gives more of a page than names do says how much", () => {
  const page = { path: "admin/a", titles: ["A"], groups: ["luci-mod-a", "luci-mod-b"] };
  assert.equal(patternRightToPage({ read: ["*"], write: ["*"] }, page), "write");
  assert.equal(patternRightToPage({ read: ["luci-*"], write: [] }, page), "read");
  assert.equal(patternRightToPage({ read: ["*", "!luci-mod-b"], write: [] }, page), undefined);
  assert.equal(patternRightToPage({ read: ["*"], write: ["luci-mod-a", "luci-mod-b"] }, page), undefined);
});

test("a copy of a role has its rights, none of its users, and a free name", () => {
  const role = { ...newRole("a", { read: ["x"], write: ["y"] }), email: ["e@example.org"], savedName: "a" };
  assert.deepEqual(copyOf(role, ["a", "a_2"]), newRole("a_3", { read: ["x"], write: ["y"] }));
});

test("access groups are called by what they give access to", () => {
  assert.deepEqual(groups.map(groupTitle), [
    "Basic LuCI procedures",
    "luci-mod-status-logs",
    "luci-mod-status-index-dhcp",
    "luci-mod-status-realtime",
    "Reboot",
    "unauthenticated",
  ]);
});

test("a refused user can be added to a role, once, and a subject with its issuer", () => {
  const [email, group, sub] = membersOf({ email: "x@y", groups: ["g\u202e"], sub: "s" });
  assert.ok(email && group && sub, "a member is missing");
  assert.equal(group.member, "g\u202e");
  const role = newRole("a", { read: [], write: [] });
  const once = withMember(role, email, "https://i");
  assert.deepEqual(once && withMember(once, email, "https://i")?.email, ["x@y"]);
  const known = withMember(role, sub, "https://i");
  assert.deepEqual([known?.sub, known?.sub_issuer], [["s"], "https://i"]);
  assert.equal(known && withMember(known, { ...sub, member: "t" }, "https://other"), undefined);
  assert.equal(known && withMember(known, group, "https://other")?.sub_issuer, "https://i");
  assert.deepEqual(membersOf({}), []);
});

describe("the issuer of a role's subjects", () => {
  const [one, two, former] = ["https://one", "https://two", "https://former"];
  const providers = { further: () => ["p2"], issuerOf: (name: string) => (name === "p2" ? two : one) };
  const rows: [title: string, before: [string[], string?], provider: string[], sub: string[], issuer?: string][] = [
    ["is the first provider's", [[]], [], ["u"], one],
    ["is that of the role's provider", [[]], ["p2"], ["u"], two],
    ["stays with a subject", [["u"], one], ["p2"], ["u", "v"], one],
    ["changes with all subjects and the provider", [["u"], one], ["p2"], ["v"], two],
    ["changes where no provider has the former", [["u"], former], [], ["v"], one],
    ["stays where one of the role's providers has it", [["u"], two], ["default", "p2"], ["v"], two],
    ["stays where any provider has it, and the role names none", [["u"], two], [], ["v"], two],
    ["goes with the last subject", [["u"], one], [], []],
    ["is not that of an empty list", [[], two], [], ["u"], one],
    ["comes to subjects without one", [["u"]], ["p2"], ["u"], two],
    ["comes to subjects whose provider had none", [["u"], ""], ["p2"], ["u"], two],
  ];
  for (const [title, [before, known], provider, sub, issuer] of rows) {
    it(title, () => {
      const role = { ...newRole("a", { read: [], write: [] }), sub: before, sub_issuer: known, provider };
      const now = withSubjects(role, sub, subjectIssuers(role, providers));
      assert.deepEqual([now.sub, now.sub_issuer], [sub, issuer]);
    });
  }
});

test("a role's list of providers stays with an unchanged choice, and names each after a change", () => {
  const rows: [before: string[], ticked: string[], list: string[]][] = [
    [[], ["default"], []],
    [["default"], ["default"], ["default"]],
    [
      ["p2", "default"],
      ["default", "p2"],
      ["p2", "default"],
    ],
    [["p2"], ["default"], ["default"]],
    [["default", "p2"], ["default"], ["default"]],
    [[], ["default", "p2"], ["default", "p2"]],
    [[], [], []],
    [["p2"], [], ["p2"]],
  ];
  for (const [provider, ticked, list] of rows) {
    assert.deepEqual(listOfTicked(ticked, { provider }), list, JSON.stringify([provider, ticked]));
  }
});

test("a role that an unchanged choice keeps lists no more user IDs than before", () => {
  const role = { ...newRole("a", { read: [], write: [] }), sub: ["s"], sub_issuer: "https://two" };
  const user = { groups: [], sub: "s", issuer: "https://two", provider: "p2" };
  for (const [provider, isListed] of [[[], true] as const, [["default"], false] as const]) {
    const kept = { ...role, provider: listOfTicked(["default"], { provider: [...provider] }) };
    assert.equal(matches(kept, user), isListed);
  }
});

test("an entry that is typed takes no right to change away", () => {
  const rights = { read: ["a"], write: ["b", "*"] };
  assert.deepEqual(withEntry(rights, "b"), rights);
  assert.deepEqual(withEntry(rights, "*"), rights);
  assert.deepEqual(withEntry(rights, "c"), { read: ["a", "c"], write: ["b", "*"] });
});

test("an exclusion that is typed takes both rights away, and goes from no list where it is already", () => {
  const everything = { read: ["*"], write: ["*"] };
  const rights = withEntry(everything, "!luci-app-*");
  const given = (["read", "write"] as const).filter((kind) => permits({ fnmatch }, rights, kind, "luci-app-x"));
  assert.deepEqual(given, []);
  assert.deepEqual(withEntry(rights, "!luci-app-*"), rights);
  assert.deepEqual(withEntry({ read: ["*"], write: ["*", "!x"] }, "!x"), { read: ["*", "!x"], write: ["*", "!x"] });
  assert.deepEqual(withEntry({ read: ["*"], write: [] }, "!x"), { read: ["*", "!x"], write: [] });
  assert.deepEqual(withEntry({ read: [], write: ["*"] }, "!x"), { read: ["!x"], write: ["*", "!x"] });
});

test("an exclusion holds for a right to change that comes after it", () => {
  const looks = withEntry({ read: ["*"], write: [] }, "!luci-app-*");
  const changes = withRight(looks, "*", "write");
  assert.deepEqual(changes, { read: ["!luci-app-*"], write: ["!luci-app-*", "*"] });
  const given = (["read", "write"] as const).filter((kind) => permits({ fnmatch }, changes, kind, "luci-app-x"));
  assert.deepEqual(given, []);
  assert.deepEqual(withRight(changes, "!luci-app-*", "none"), { read: [], write: ["*"] });
});

test("an entry is in only one list", () => {
  const rights = { read: ["a", "b"], write: ["b"] };
  assert.deepEqual(
    ["a", "b", "c"].map((entry) => rightOf(rights, entry)),
    ["read", "write", "none"],
  );
  assert.deepEqual(withRight(rights, "b", "read"), { read: ["a", "b"], write: [] });
  assert.deepEqual(withRight(rights, "a", "write"), { read: ["b"], write: ["b", "a"] });
  assert.deepEqual(withRight(rights, "b", "none"), { read: ["a"], write: [] });
});

test("long lists are cut, and say so", () => {
  const providers = { further: () => [], issuerOf: () => "" };
  const who = (email: string[]): string => whoText({ ...newRole("r", { read: [], write: [] }), email }, providers);
  assert.equal(who(["a", "b", "c"]), "a, b, c");
  assert.equal(who(["a", "b", "c", "d", "e"]), "a, b, c +2");
});

test("findings lead to the option of their row or the first that they name, and to the one role that they are about", () => {
  const finding = (id: string, params: Finding["params"] = {}): Pick<Finding, "id" | "params"> => ({ id, params });
  assert.equal(fieldOf(finding("option_wrong", { option: "scope" })), "scope");
  assert.equal(fieldOf(finding("option_character", { option: "client_id" })), "client_id");
  assert.equal(fieldOf(finding("client_refused")), "client_id");
  assert.equal(fieldOf(finding("certificate_untrusted")), "ca_file");
  assert.equal(roleOf(finding("role_reads_more", { role: "x" })), "x");
  assert.equal(roleOf(finding("roles_match_nobody", { roles: "x" })), "x");
  assert.equal(roleOf(finding("roles_match_nobody", { roles: "x, y" })), "");
  assert.equal(roleOf(finding("router_ok")), undefined);
});
