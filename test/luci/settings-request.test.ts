/** Requests of the page of a test login that wait for the settings page. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepRequest, readRequest, takeKept, type SettingsRequest } from "../../src/luci/check/settings_request";
import { newShelf } from "./support/shelf.ts";

const providers = ["default", "office"];
const provider = "default";
const set: SettingsRequest = { kind: "set", option: "at_hash", value: "optional", provider };

test("a request waits for the settings page, which takes it once", () => {
  newShelf();
  keepRequest(set);
  assert.deepEqual(takeKept(providers), set);
  assert.equal(takeKept(providers), undefined);
});

test("an old request, one of the future and a damaged one are dropped", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  for (const [later, taken] of [
    [299_999, true],
    [300_000, false],
    [-1, false],
  ] as const) {
    const shelf = newShelf();
    context.mock.timers.setTime(1_000_000);
    keepRequest(set);
    context.mock.timers.setTime(1_000_000 + later);
    assert.equal(takeKept(providers) !== undefined, taken, String(later));
    assert.equal(shelf.size, 0);
  }
  for (const kept of ["{", "null", "7", "[]", `{"at":1}`, `{"value":{"kind":"check","provider":"default"}}`]) {
    const shelf = newShelf();
    shelf.set("sso-login.request", kept);
    assert.equal(takeKept(providers), undefined, kept);
  }
  newShelf(true);
  keepRequest(set);
  assert.equal(takeKept(providers), undefined);
});

test("only known kinds, fields of the form and existing providers are taken", () => {
  const member = { list: "group", member: "admins" };
  const taken: object[] = [
    set,
    { kind: "set", option: "issuer_url", value: "https://idp.example", provider: "office" },
    { kind: "lead", option: "client_secret", provider },
    { kind: "lead", option: "ca_file", provider },
    { kind: "check", provider },
    { kind: "lead", provider },
    { kind: "role", member, provider },
    { kind: "role", member: { list: "email", member: "alice@example.org" }, provider },
  ];
  for (const request of taken) {
    assert.deepEqual(readRequest(request, providers), request);
  }
  const refused: unknown[] = [
    ...[undefined, null, "taken", 7, [], {}, { kind: "check" }, { ...set, provider: "gone" }, { ...set, provider: 1 }],
    { ...set, kind: "save" },
    { ...set, kind: undefined },
    { ...set, value: 1 },
    ...[["at_hash"], "client_secret", "password_login", "_name", "__proto__"].map((option) => ({ ...set, option })),
    { kind: "lead", option: "settings", provider },
    // An option of the router is in no further provider's form.
    { ...set, option: "webui_path", provider: "office" },
    { kind: "role", provider },
    { kind: "role", provider, member: { list: "read", member: "*" } },
    { kind: "role", provider, member: { list: "group", member: {} } },
  ];
  for (const request of refused) {
    assert.equal(readRequest(request, providers), undefined, JSON.stringify(request));
  }
});
