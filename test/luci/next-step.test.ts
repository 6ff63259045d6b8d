/** The next step on the way to the first login. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as page from "../../src/luci/saving/next_step";
import type { EditedSettings } from "../../src/luci/saving/changes";
import type { SavedAnswer } from "../../src/sso_login/answers/ubus_answers";
import { role, savedSettings, shown } from "./support/settings";

const values = { redirect_uri: "https://r/cgi-bin/sso-login/callback", issuer_url: "https://i", client_id: "c" };
const here = values.redirect_uri;
const nextStep = (saved: SavedAnswer, edited: EditedSettings): page.NextStep => page.nextStep(saved, edited, here);
const roles = [role("admins", { group: ["admins"] })];

test("the next step is the first that is missing, up to the save", () => {
  const saved = savedSettings({ client_secret_set: false });
  const page = shown(saved);
  assert.deepEqual(nextStep(saved, page), { step: "field", option: "redirect_uri" });
  assert.deepEqual(nextStep(saved, { ...page, values: { ...values, client_id: "" } }), {
    step: "field",
    option: "client_id",
  });
  const filled = { ...page, values, clientSecret: "s" };
  assert.deepEqual(nextStep(saved, { ...filled, clientSecret: "" }), { step: "field", option: "client_secret" });
  assert.deepEqual(nextStep(saved, filled), { step: "role" });
  assert.deepEqual(nextStep(saved, { ...filled, roles: [role("nobody")] }), { step: "role" });
  assert.deepEqual(nextStep(saved, { ...filled, roles }), { step: "enable" });
  assert.deepEqual(nextStep(saved, { ...filled, roles, values: { ...values, enabled: "1" } }), { step: "save" });
});

test("no step is missing after the save, with a key in place of a secret, or with another provider", () => {
  const enabled = { ...values, enabled: "1" };
  const saved = savedSettings({ values: enabled, roles });
  assert.deepEqual(nextStep(saved, shown(saved)), { step: "none" });
  assert.deepEqual(nextStep(saved, { ...shown(saved), removeClientSecret: true }), {
    step: "field",
    option: "client_secret",
  });
  const byKey = savedSettings({
    values: { ...enabled, token_endpoint_auth_method: "private_key_jwt" },
    roles,
    client_secret_set: false,
  });
  assert.deepEqual(nextStep(byKey, shown(byKey)), { step: "none" });
  const further = savedSettings({ roles, providers: [{ name: "b", values: enabled, client_secret_set: true }] });
  assert.deepEqual(nextStep(further, shown(further)), { step: "none" });
});

test("the redirect URI that the package made is looked at first, where browsers know the router by another name", () => {
  const saved = savedSettings({ values: { redirect_uri: "https://openwrt.lan/cgi-bin/sso-login/callback" } });
  assert.deepEqual(nextStep(saved, shown(saved)), { step: "field", option: "redirect_uri" });
  for (const typed of [{ redirect_uri: here }, { issuer_url: "https://i" }]) {
    const edited = { ...shown(saved), values: { ...saved.values, ...typed } };
    assert.notDeepEqual(nextStep(saved, edited), { step: "field", option: "redirect_uri" });
  }
});
