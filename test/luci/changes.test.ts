/** From saved settings and the page to calls of `uci`: exactly those, in an order that works. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changesLogins, uciCalls, type EditedSettings } from "../../src/luci/saving/changes";
import { needsSecret, requestArguments } from "../../src/luci/saving/request";
import type { UciCall } from "../../src/luci/saving/changes";
import type { ProviderAnswer, SettingsAnswer } from "../../src/sso_login/answers/ubus_answers";
import { option_rules } from "../../src/sso_login/settings/option_table";
import { role, savedSettings, shown } from "./support/settings.ts";

const values = {
  enabled: "1",
  issuer_url: "https://idp.example.org",
  client_id: "router",
  redirect_uri: "https://router.example.org/cgi-bin/sso-login/callback",
  scope: "openid profile email",
  clock_tolerance: "60",
};

const saved = savedSettings({
  values,
  roles: [
    role("admin", { email: ["alice@example.org"], read: ["x", "y"], write: ["*"] }),
    role("viewer"),
    role("guest"),
  ],
});

/** The calls after an edit of what is saved. */
function callsOf(edit: (edited: EditedSettings) => void, from: SettingsAnswer = saved): UciCall[] {
  const edited = shown(from);
  edit(edited);
  return uciCalls(from, edited);
}

function rename(names: Record<string, string>): (edited: EditedSettings) => void {
  return ({ roles }) => roles.forEach((one) => (one.name = names[one.name] ?? one.name));
}

function editAdmin(changes: object): (edited: EditedSettings) => void {
  return ({ roles }) => Object.assign(roles.find(({ name }) => name === "admin") ?? {}, changes);
}

function without(name: string, ...added: EditedSettings["roles"]): (edited: EditedSettings) => void {
  return (edited) => (edited.roles = [...edited.roles.filter((one) => one.name !== name), ...added]);
}

function editBackup(changes: object): (edited: EditedSettings) => void {
  return ({ providers }) => Object.assign(providers[0] ?? {}, changes);
}

const backup: ProviderAnswer = {
  name: "backup",
  values: { enabled: "1", issuer_url: "https://b.example" },
  client_secret_set: true,
};
const several = savedSettings({ values, providers: [backup], roles: [role("admin"), role("viewer")] });

const set = (section: string, changes: Record<string, string | string[]>): UciCall => ({
  method: "set",
  section,
  values: changes,
});
const unset = (section: string, ...options: string[]): UciCall => ({ method: "delete", section, options });
const remove = (section: string): UciCall => ({ method: "delete", section });
const renamed = (section: string, name: string): UciCall => ({ method: "rename", section, name });
const add = (type: "oidc" | "role", name: string, given: Record<string, string | string[]>): UciCall => ({
  method: "add",
  type,
  name,
  values: given,
});
const defaults = Object.fromEntries(option_rules.map(({ name, fallback }) => [name, fallback ?? ""]));
const passwordsOff = savedSettings({ values: { password_login: "off" } });
const noSection = savedSettings({ values: {}, client_secret_set: false });

const cases: [title: string, edit: (edited: EditedSettings) => void, calls: UciCall[], from?: SettingsAnswer][] = [
  ["without a change there is no call", () => undefined, []],
  [
    "a changed option is set, and no other is sent",
    ({ values }) => (values["scope"] = "openid groups"),
    [set("default", { scope: "openid groups" })],
  ],
  ["an emptied option is deleted", ({ values }) => (values["client_id"] = ""), [unset("default", "client_id")]],
  ["an absent option is the same as its default", (edited) => (edited.values = { ...defaults, ...values }), []],
  ["a default is the same as an absent option", ({ values }) => (values["clock_tolerance"] = ""), []],
  ["the method for passwords has its own option", (edited) => (edited.values = {}), [], passwordsOff],
  ["switching off is explicit", ({ values }) => (values["enabled"] = "0"), [set("default", { enabled: "0" })]],
  [
    "a missing section is made first",
    ({ values }) => (values["client_id"] = "router"),
    [add("oidc", "default", {}), set("default", { client_id: "router" })],
    noSection,
  ],
  // Even if an answer of the service held a secret.
  ["a secret that was not typed is not sent", ({ values }) => (values["client_secret"] = "leaked"), []],
  [
    "a typed secret is set, blanks and all",
    (edited) => (edited.clientSecret = " s3cret "),
    [set("default", { client_secret: " s3cret " })],
  ],
  [
    "a secret is removed on demand",
    (edited) => (edited.removeClientSecret = true),
    [unset("default", "client_secret")],
  ],
  ["where there is no secret, none is removed", (edited) => (edited.removeClientSecret = true), [], noSection],
  [
    "a changed list is set as a whole, an emptied one deleted",
    editAdmin({ email: ["alice@example.org", "bob@example.org"], write: [] }),
    [set("admin", { email: ["alice@example.org", "bob@example.org"] }), unset("admin", "write")],
  ],
  ["the order of a list counts", editAdmin({ read: ["y", "x"] }), [set("admin", { read: ["y", "x"] })]],
  [
    "a new role is added with what it has",
    ({ roles }) => roles.push(role("operator", { group: ["ops"], read: ["luci-base"] })),
    [add("role", "operator", { group: ["ops"], read: ["luci-base"] })],
  ],
  ["a removed role is deleted", without("viewer"), [remove("viewer")]],
  [
    "a renamed role keeps its place, and its lists go to the new name",
    editAdmin({ name: "chief", group: ["chiefs"] }),
    [renamed("admin", "chief"), set("chief", { group: ["chiefs"] })],
  ],
  [
    "a name that becomes free is given only then",
    rename({ viewer: "spectator", admin: "viewer" }),
    [renamed("viewer", "renamed"), renamed("admin", "viewer"), renamed("renamed", "spectator")],
  ],
  [
    "a new role may have the name of a removed one",
    without("guest", role("guest", { email: ["eve@example.org"] })),
    [remove("guest"), add("role", "guest", { email: ["eve@example.org"] })],
  ],
  [
    "a further provider is added with what it has, and nothing of the router's",
    ({ providers }) =>
      providers.push({
        name: "spare",
        clientSecret: "typed",
        values: { enabled: "1", issuer_url: "https://s.example", label: "", log_identity: "0", clock_tolerance: "60" },
      }),
    [add("oidc", "spare", { enabled: "1", issuer_url: "https://s.example", client_secret: "typed" })],
    several,
  ],
  [
    "what changes of one is set or deleted, its secret too",
    editBackup({ values: { enabled: "0", label: "Spare" }, removeClientSecret: true }),
    [set("backup", { enabled: "0", label: "Spare" }), unset("backup", "issuer_url", "client_secret")],
    several,
  ],
  ["one that goes is deleted", ({ providers }) => providers.pop(), [remove("backup")], several],
  [
    "a provider and a role swap their names, as both are sections of one file",
    (edited) => {
      editBackup({ name: "admin" })(edited);
      rename({ admin: "backup" })(edited);
    },
    [
      ...[renamed("backup", "renamed"), renamed("admin", "renamed_2")],
      ...[renamed("renamed", "admin"), renamed("renamed_2", "backup")],
    ],
    several,
  ],
  [
    "a role's providers are a list like others",
    editAdmin({ provider: ["backup"] }),
    [set("admin", { provider: ["backup"] })],
  ],
];

describe("the calls for an edit", () => {
  for (const [title, edit, calls, from] of cases) {
    test(title, () => assert.deepEqual(callsOf(edit, from), calls));
  }

  test("every option can be set, but for the one that has a method of its own", () => {
    for (const { name } of option_rules.filter(({ name }) => !/^(client_secret|password_login)$/.test(name))) {
      assert.deepEqual(
        callsOf(({ values }) => (values[name] = "something else")),
        [set("default", { [name]: "something else" })],
      );
    }
  });

  test("all permutations of four names end as they should, and never meet a taken name", () => {
    const names = ["a", "b", "c", "d"];
    const permutations = (rest: string[]): string[][] =>
      rest.length === 0
        ? [[]]
        : rest.flatMap((one) => permutations(rest.filter((x) => x !== one)).map((p) => [one, ...p]));
    const from = savedSettings({ roles: names.map((name) => role(name, { email: [`${name}@example.org`] })) });
    for (const order of permutations(names)) {
      const sections = new Map(names.map((name) => [name, `${name}@example.org`]));
      const calls = callsOf(({ roles }) => roles.forEach((one, index) => (one.name = order[index] ?? "")), from);
      for (const call of calls) {
        assert.ok(call.method === "rename" && !sections.has(call.name), JSON.stringify(call));
        sections.set(call.name, sections.get(call.section) ?? "");
        sections.delete(call.section);
      }
      assert.deepEqual(
        order.map((name) => sections.get(name)),
        names.map((name) => `${name}@example.org`),
      );
    }
  });
});

test("a save is followed by a check where it changes what logins at a provider depend on", () => {
  const set = (section: string, option: string): UciCall => ({ method: "set", section, values: { [option]: "x" } });
  const cases: [UciCall[], boolean][] = [
    [[set("admin", "email"), set("default", "client_secret")], true],
    [[{ method: "delete", section: "default", options: ["ca_file"] }], true],
    [[{ method: "add", type: "oidc", name: "office", values: { issuer_url: "x" } }], true],
    [[set("default", "auto_redirect")], false],
    [[set("admin", "email"), { method: "delete", section: "office" }], false],
    [[{ method: "add", type: "role", name: "x", values: { email: ["a@b"] } }], false],
  ];
  for (const [calls, changes] of cases) {
    assert.equal(changesLogins(calls), changes, JSON.stringify(calls));
  }
});

test("a check gets everything on the page, and no empty option", () => {
  const edited = shown(saved);
  Object.assign(edited.values, { ca_file: "", enabled: "0", client_secret: "leaked" });
  edited.roles.push(role("new", { read: ["luci-base"], sub: ["1"], sub_issuer: "https://i" }));
  const [sent, roles] = requestArguments(edited);
  assert.deepEqual(sent, { ...values, enabled: "0" });
  assert.deepEqual(JSON.parse(JSON.stringify(roles)), [...saved.roles, edited.roles[3]]);
  edited.clientSecret = "typed";
  assert.deepEqual(requestArguments(edited)[0], { ...values, enabled: "0", client_secret: "typed" });
});

test("further providers are sent with their options, and one is named only where there are some", () => {
  const edited = shown(several);
  assert.deepEqual(requestArguments(shown(saved), "backup").slice(2), [undefined, undefined]);
  Object.assign(edited.providers[0] ?? {}, { clientSecret: "typed" });
  const sent = [{ name: "backup", values: { ...backup.values, client_secret: "typed" } }];
  assert.deepEqual(requestArguments(edited, "backup").slice(2), [sent, "backup"]);
});

test("a test login wants the secret typed for another provider than the saved one", () => {
  const options = { values: { issuer_url: "https://i", ca_file: "/c" }, client_secret_set: true };
  const edited = { values: options.values, clientSecret: "", removeClientSecret: false };
  assert.equal(needsSecret(edited, options), false);
  const moved = { ...edited, values: { ...options.values, internal_issuer_url: "https://j" } };
  assert.equal(needsSecret(moved, options), true);
  assert.equal(needsSecret({ ...moved, clientSecret: "typed" }, options), false);
});
