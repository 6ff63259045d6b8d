/** Two pages at once: what each changed is kept, and what both changed is named. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { uciCalls, type EditedSettings } from "../../src/luci/saving/changes";
import { merge } from "../../src/luci/saving/merge";
import type { RoleAnswer, SettingsAnswer } from "../../src/sso_login/answers/ubus_answers";
import { role, savedSettings, shown } from "./support/settings.ts";

function settings(roles: RoleAnswer[], values: SettingsAnswer["values"] = {}): SettingsAnswer {
  return savedSettings({ roles, values });
}

/** The page that was opened with these settings, and then edited. */
function page(base: SettingsAnswer, edit: (edited: EditedSettings) => void): EditedSettings {
  const edited = shown(base);
  edit(edited);
  return edited;
}

const [a, b] = [role("a", { email: ["a@x"] }), role("b")];

describe("roles", () => {
  const rows: [title: string, theirs: RoleAnswer[], edit: (edited: EditedSettings) => void, result: RoleAnswer[], disputed: string[]][] = [
    ["ours untouched", [role("a", { email: ["new@x"] })], () => undefined, [role("a", { email: ["new@x"] })], []],
    ["one each", [a, role("b", { read: ["x"] })], ({ roles }) => roles[0]?.email.push("c@x"), [role("a", { email: ["a@x", "c@x"] }), role("b", { read: ["x"] })], []],
    ["both the same", [role("a"), b], ({ roles }) => roles.splice(0, 1, { ...role("a"), savedName: "a" }), [role("a"), b], []],
    ["both differently", [role("a"), b], ({ roles }) => roles[0]?.write.push("x"), [role("a", { email: ["a@x"], write: ["x"] }), b], ["a"]],
    ["theirs gone", [b], ({ roles }) => roles[0]?.write.push("x"), [b, role("a", { email: ["a@x"], write: ["x"] })], ["a"]],
    ["ours gone", [role("a"), b], ({ roles }) => roles.shift(), [b], ["a"]],
    ["both gone", [b], ({ roles }) => roles.shift(), [b], []],
    ["new ones", [a, b, role("c")], ({ roles }) => roles.push(role("d")), [a, b, role("c"), role("d")], []],
    ["new ones of one name", [a, b, role("c", { sub: ["1"] })], ({ roles }) => roles.push(role("c")), [a, b, role("c")], ["c"]],
    ["a name given twice", [a, b, role("c", { sub: ["1"] })], ({ roles }) => roles.splice(1, 1, { ...b, name: "c", savedName: "b" }), [a, role("c")], ["c"]],
    ["ours deleted and made anew", [a, b], ({ roles }) => roles.splice(1, 1, role("b", { read: ["x"] })), [a, role("b", { read: ["x"] })], []],
    ["ours moved", [a, b, role("c")], ({ roles }) => roles.reverse(), [b, a, role("c")], []],
    ["theirs moved", [b, a], ({ roles }) => roles[0]?.write.push("x"), [b, role("a", { email: ["a@x"], write: ["x"] })], []],
    ["another issuer", [role("a", { email: ["a@x"], sub: ["1"], sub_issuer: "https://x" }), b], ({ roles }) => Object.assign(roles[0] ?? {}, { sub: ["1"], sub_issuer: "https://y" }), [role("a", { email: ["a@x"], sub: ["1"], sub_issuer: "https://y" }), b], ["a"]],
  ]; // prettier-ignore
  for (const [title, theirs, edit, result, disputed] of rows) {
    test(title, () => {
      const base = settings([a, b]);
      const edited = page(base, edit);
      const merged = merge(base, settings(theirs), structuredClone(edited));
      assert.deepEqual(
        merged.conflicts.map(({ name }) => name),
        disputed,
      );
      assert.deepEqual(applied(theirs, merged.edited), result);
    });
  }
});

/** The roles of a file after the calls that save them. */
function applied(file: RoleAnswer[], edited: EditedSettings): RoleAnswer[] {
  let roles = structuredClone(file);
  const find = (name: string): RoleAnswer | undefined => roles.find((candidate) => candidate.name === name);
  for (const call of uciCalls(settings(file), edited)) {
    if (call.method === "add") {
      assert.equal(find(call.name), undefined, "it is there already");
      roles.push({ ...role(call.name), ...call.values });
      continue;
    }
    if (call.method === "order") {
      roles.sort((one, other) => call.sections.indexOf(one.name) - call.sections.indexOf(other.name));
      continue;
    }
    const found = find(call.section);
    assert.ok(found, `no section ${call.section}`);
    if (call.method === "rename") {
      found.name = call.name;
    } else if (call.method === "set") {
      Object.assign(found, call.values);
    } else if (call.options === undefined) {
      roles = roles.filter((other) => other !== found);
    } else {
      Object.assign(found, Object.fromEntries(call.options.map((list) => [list, []])));
    }
  }
  return roles;
}

test("options: the saved value unless this page changed it; conflicts are named", () => {
  const base = settings([], { scope: "openid", issuer_url: "https://a", at_hash: "required", prompt: "login" });
  const now = settings([], { scope: "openid email", issuer_url: "https://b", session_timeout: "900", prompt: "none" });
  const edited = page(base, ({ values }) => {
    Object.assign(values, { issuer_url: "https://c", at_hash: "optional", prompt: "none", session_timeout: "" });
  });
  const merged = merge(base, now, edited);
  assert.deepEqual(merged.conflicts, [
    { kind: "option", name: "issuer_url", theirs: { issuer_url: "https://b" }, ours: { issuer_url: "https://c" } },
  ]);
  assert.deepEqual(uciCalls(now, merged.edited), [
    { method: "set", section: "default", values: { issuer_url: "https://c", at_hash: "optional" } },
  ]);
});

test("further providers: the saved ones unless this page changed them; conflicts are named", () => {
  const one = (name: string, label: string) => ({ name, values: { label }, client_secret_set: false });
  const base = savedSettings({ providers: [one("a", "A"), one("b", "B"), one("c", "C")] });
  const now = savedSettings({ providers: [one("a", "theirs"), one("b", "theirs"), one("c", "C"), one("d", "D")] });
  const edited = page(base, ({ providers }) => {
    Object.assign(providers[1] ?? {}, { values: { label: "ours" } });
    Object.assign(providers[2] ?? {}, { clientSecret: "typed" });
  });
  const merged = merge(base, now, edited);
  assert.deepEqual(
    merged.conflicts.map(({ kind, name }) => `${kind} ${name}`),
    ["provider b"],
  );
  assert.deepEqual(uciCalls(now, merged.edited), [
    { method: "set", section: "b", values: { label: "ours" } },
    { method: "set", section: "c", values: { client_secret: "typed" } },
  ]);
});
