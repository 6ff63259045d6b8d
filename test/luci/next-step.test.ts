/** The next step on the way to the first login. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as page from "../../src/luci/page/next_step";
import type { EditedSettings } from "../../src/luci/saving/changes";
import { createModel } from "../../src/luci/saving/settings_model";
import type { SavedAnswer, SettingsAnswer } from "../../src/sso_login/answers/ubus_answers";
import { role, savedSettings, shown } from "./support/settings";

const values = {
  redirect_uri: "https://r/cgi-bin/sso-login/callback",
  issuer_url: "https://i",
  client_id: "c",
  scope: "openid groups email",
};
const here = values.redirect_uri;
const nextStep = (saved: SavedAnswer, edited: EditedSettings): page.NextStep =>
  page.nextStep(createModel({ base: saved, edited }), here);
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
  const club = { ...enabled, redirect_uri: `${here}/b` };
  const further = savedSettings({ roles, providers: [{ name: "b", values: club, client_secret_set: true }] });
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

test("what is saved and wrong is not on", () => {
  const saved = savedSettings({ values: { ...values, enabled: "1", redirect_uri: "https://r/callback" }, roles });
  const wrong = nextStep(saved, shown(saved));
  assert.ok(wrong.step === "wrong", wrong.step);
  assert.match(wrong.problem, /^Redirect URI: Must be/);
  assert.deepEqual(wrong.place, { provider: "default", option: "redirect_uri" });
  const unnamed = savedSettings({ values: { ...values, enabled: "1" }, roles: [...roles, role("a-b")] });
  assert.equal(nextStep(unnamed, shown(unnamed)).step, "wrong");
});

test("a scope that roles need is requested of a provider that wants it, by its form or by the check", () => {
  const at = (issuer_url: string, more: object = {}): SettingsAnswer =>
    savedSettings({ values: { ...values, enabled: "1", scope: "openid email", issuer_url, ...more }, roles });
  const stepOf = (saved: SettingsAnswer): page.NextStep => nextStep(saved, shown(saved));
  const lacking = { step: "scope", provider: "default", scopes: ["groups"] };
  assert.deepEqual(stepOf(at("https://idm.example.org/oauth2/openid/router")), lacking);
  assert.deepEqual(stepOf(at("https://sso.example.org/realms/home")), { step: "none" });
  assert.deepEqual(stepOf(at("https://i", { groups_claim: "roles" })), { step: "none" });
  assert.deepEqual(stepOf(at("https://i")), { step: "check", scopes: ["groups"] });
  const saved = at("https://i");
  const model = createModel({ base: saved });
  model.learnScope("https://i", "groups", true);
  assert.deepEqual(page.nextStep(model, here), lacking);
  model.learnScope("https://i", "groups", false);
  assert.deepEqual(page.nextStep(model, here), { step: "none" });
  model.learnScope("https://i", "groups", true);
  model.set("issuer_url", "https://other");
  assert.deepEqual(page.nextStep(model, here), { step: "save" });
  const club = {
    ...values,
    enabled: "1",
    scope: "openid",
    redirect_uri: `${here}/b`,
    issuer_url: "https://c.okta.com",
  };
  const providers = [{ name: "b", values: club, client_secret_set: true }];
  const further = savedSettings({ roles: [role("r", { group: ["g"], provider: ["b"] })], providers });
  assert.deepEqual(stepOf(further), { ...lacking, provider: "b" });
});
