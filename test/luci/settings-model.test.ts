/** The settings under edit: one value, which tells of its changes and knows its problems. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { settingsProblems } from "../../src/luci/provider/settings_problems";
import { uciCalls } from "../../src/luci/saving/changes";
import { merge } from "../../src/luci/saving/merge";
import { createModel } from "../../src/luci/saving/settings_model";
import { role, savedSettings, shown } from "./support/settings";

const club = { name: "club", values: { enabled: "1", issuer_url: "https://club.example" }, client_secret_set: true };
const saved = savedSettings({
  values: { enabled: "0", auto_redirect: "club" },
  providers: [club],
  roles: [role("admins", { provider: ["club"], email: ["a@example.org"] }), role("viewer")],
});

describe("the settings under edit", () => {
  it("begin as they are saved", () => {
    assert.deepEqual(createModel({ base: saved }).edited(), shown(saved));
  });

  it("let what names a provider follow its new name", () => {
    const model = createModel({ base: saved });
    const known = model.providers.find("club");
    assert.ok(known, "the provider is there");
    model.putProvider({ ...known, name: "guild" }, known);
    const { values, roles, providers } = model.edited();
    assert.deepEqual(
      [values["auto_redirect"], roles[0]?.provider, providers[0]?.savedName, model.issuerOf("guild")],
      ["guild", ["guild"], "club", "https://club.example"],
    );
  });

  it("keep a deleted section until the save, and give it back at its place", () => {
    const model = createModel({ base: saved });
    const [admins] = model.roles.all();
    assert.ok(admins, "the role is there");
    model.roles.remove(admins);
    assert.deepEqual([model.roles.names(), model.roles.all().length], [["viewer"], 2]);
    model.roles.restore(admins);
    assert.deepEqual(model.roles.names(), ["admins", "viewer"]);
  });

  it("move a section, whose order uci takes then", () => {
    const model = createModel({ base: saved });
    const [admins] = model.roles.all();
    assert.ok(admins, "the role is there");
    model.roles.move(admins, 1);
    assert.deepEqual(model.roles.names(), ["viewer", "admins"]);
    assert.deepEqual(uciCalls(saved, model.edited()), [
      { method: "order", sections: ["default", "club", "viewer", "admins"] },
    ]);
    assert.deepEqual(
      merge(saved, { ...saved, roles: [...saved.roles].reverse() }, shown(saved)).edited.roles.map(({ name }) => name),
      ["viewer", "admins"],
      "the order of others counts where this page has none",
    );
    model.roles.move(admins, -5);
    assert.deepEqual(uciCalls(saved, model.edited()), []);
  });

  it("show as deleted what a draft lacks", () => {
    const model = createModel({ base: saved, edited: { ...shown(saved), roles: [] } });
    assert.deepEqual([model.roles.kept().length, model.roles.all().length], [0, 2]);
  });

  it("tell of each change, and of none where nothing changes", () => {
    const model = createModel({ base: saved });
    let told = 0;
    model.onChange(() => (told += 1));
    model.set("enabled", "1");
    model.set("enabled", "1");
    model.roles.put(role("new"));
    assert.equal(told, 2);
  });

  it("say what is wrong, each with its place", () => {
    const model = createModel({ base: saved });
    model.providers.all().forEach(model.providers.remove);
    model.set("scope", "email");
    model.roles.put(role("viewer"));
    const found = settingsProblems(model);
    assert.deepEqual(
      found.map(({ place }) => place),
      [
        { provider: "default", option: "scope" },
        { provider: "default", option: "auto_redirect" },
        { role: "admins" },
        { role: "viewer" },
        { role: "viewer" },
      ],
    );
  });
});
