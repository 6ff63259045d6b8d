/** Drafts, which outlive a login, and the words of failures. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepDraft, restoreDraft } from "../../src/luci/saving/draft";
import type { EditedSettings } from "../../src/luci/saving/changes";
import { merge } from "../../src/luci/saving/merge";
import { createModel } from "../../src/luci/saving/settings_model";
import { failureText, isSessionEnd } from "../../src/luci/kit/failure";
import { role, savedSettings, shown } from "./support/settings.ts";
import { newShelf } from "./support/shelf.ts";

const saved = savedSettings({ values: { scope: "openid" }, roles: [role("a"), role("b")] });
const typed = { ...shown(saved), values: { scope: "openid email" }, clientSecret: "typed" };
const providers = [{ name: "b", values: { label: "B" }, clientSecret: "typed" }];

test("a draft is restored once, merged with what others have saved, and without the secret", () => {
  const shelf = newShelf();
  assert.equal(keepDraft(saved, { ...typed, providers }), true);
  assert.doesNotMatch([...shelf.values()].join(), /typed/);
  const now = { ...saved, values: { scope: "openid", client_id: "theirs" }, roles: [role("a", { email: ["a@x"] })] };
  const restored = restoreDraft(now);
  assert.deepEqual(restored?.edited.values, { ...restored?.edited.values, scope: "openid email", client_id: "theirs" });
  assert.deepEqual(
    restored?.edited.roles.map(({ name, email }) => [name, email]),
    [["a", ["a@x"]]],
  );
  assert.deepEqual([restored?.edited.clientSecret, restored?.hadSecret], ["", true]);
  assert.deepEqual(
    restored?.edited.providers.map(({ name, values }) => [name, values]),
    [["b", { label: "B" }]],
  );
  assert.equal(restoreDraft(now), undefined);
  keepDraft(saved, { ...shown(saved), providers });
  assert.equal(restoreDraft(now)?.hadSecret, true);
});

test("what others have changed otherwise is disputed after a draft as on a page that stayed open, also after another draft", () => {
  const now = { ...saved, values: { scope: "theirs", client_id: "theirs" }, roles: [role("a", { email: ["a@x"] })] };
  const roles = shown(saved).roles.map((one) => ({ ...one, group: ["ours"] }));
  const edited: EditedSettings = { ...typed, clientSecret: "", roles };
  const { conflicts } = merge(saved, now, edited);
  assert.deepEqual(
    conflicts.map(({ kind, name }) => `${kind} ${name}`),
    ["option scope", "role a", "role b"],
  );
  newShelf();
  let start = { base: saved, edited };
  for (const times of [1, 2]) {
    keepDraft(start.base, start.edited);
    const restored = restoreDraft(now);
    assert.ok(restored, "nothing is restored");
    const model = createModel(restored);
    assert.deepEqual(merge(model.base, now, model.edited()).conflicts, conflicts, `restored ${times} times`);
    assert.equal(model.base.client_secret_set, now.client_secret_set);
    start = { base: { ...saved, ...model.base }, edited: model.edited() };
  }
});

test("a draft without changes, or a damaged, old or foreign one, is not restored", () => {
  const same = { ...typed, clientSecret: "" };
  const cases: [string, (draft: string) => string, typeof saved][] = [
    ["saved meanwhile", (draft) => draft, { ...saved, values: { scope: "openid email" } }],
    ["another version", (draft) => draft, { ...saved, version: "1" }],
    ["damaged", (draft) => draft.slice(1), saved],
    ["of another kind", () => `{"version":"0"}`, saved],
    ["old", (draft) => draft.replace(/"at":\d+/, `"at":${Date.now() - 3_600_001}`), saved],
  ];
  for (const [title, change, now] of cases) {
    const shelf = newShelf();
    keepDraft(saved, same);
    shelf.forEach((draft, key) => shelf.set(key, change(draft)));
    assert.equal(restoreDraft(now), undefined, title);
  }
});

test("a browser that stores nothing says so", () => {
  newShelf(true);
  assert.equal(keepDraft(saved, typed), false);
  assert.equal(restoreDraft(saved), undefined);
});

test("a failure is one line without LuCI's stack, and the end of a session is distinguished from others", () => {
  const ended = Object.assign(new Error("Login session is expired\n  at notifySessionExpiry (luci.js:2679:19)"), {
    name: "SessionError",
  });
  const denied = new Error("RPC call to uci/set failed with error -32002: Access denied");
  assert.deepEqual([ended, denied, "text", undefined].map(isSessionEnd), [true, false, false, false]);
  assert.deepEqual([ended, denied, "text"].map(failureText), ["Login session is expired", denied.message, "text"]);
});
