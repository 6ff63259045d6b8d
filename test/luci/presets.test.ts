/** Presets fill in what the service takes, and agree with the providers' shapes that whole logins are tried with. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { presetOf, presets, presetValues, unusualValues, type Preset } from "../../src/luci/provider/presets";
import { valueProblem } from "../../src/luci/saving/validation";

/** An issuer's form with the parts that are one's own filled in. */
function example(issuer: string): string {
  return issuer.replace(/<\w+>/g, "home");
}

describe("presets", () => {
  for (const preset of presets) {
    test(`${preset.id} is valid and says what to do`, () => {
      for (const [option, value] of Object.entries(presetValues(preset, true))) {
        assert.equal(valueProblem(option, value, true), undefined, option);
      }
      assert.equal(valueProblem("issuer_url", example(preset.issuer), true), undefined);
      assert.notDeepEqual(preset.notes, []);
      preset.notes.forEach((note) => assert.match(note, /\.$/));
    });
  }

  test("have the scope for refresh tokens where sessions are revalidated and the provider needs it", () => {
    const scopesOf = (preset: Preset, revalidates: boolean) => presetValues(preset, revalidates)["scope"] ?? "";
    const offline = presets.filter((preset) => /\boffline_access\b/.test(scopesOf(preset, true)));
    for (const id of ["authentik", "authelia", "okta", "entra"]) {
      assert.ok(
        offline.some((preset) => preset.id === id),
        id,
      );
    }
    // They give a token without it, and Kanidm refuses a scope that none of its maps has.
    assert.ok(!offline.some(({ id }) => ["keycloak", "kanidm"].includes(id)), "needless");
    presets.forEach((preset) => assert.doesNotMatch(scopesOf(preset, false), /offline/));
  });

  test("say the values that they set and most do not", () => {
    const said = (id: string): string[] =>
      presets.filter((preset) => preset.id === id).flatMap((preset) => unusualValues(preset).flat());
    assert.deepEqual(said("keycloak"), []);
    assert.deepEqual(said("generic"), ["at_hash", "optional"]);
    assert.deepEqual(said("pocket-id"), ["at_hash", "optional", "scope", "openid profile email groups"]);
  });

  test("are recognised by their issuer, and those that may be anywhere by their options, too", () => {
    const anywhere = ["authelia", "pocket-id", "lemonldap", "gitea", "nextcloud", "generic"];
    for (const preset of presets) {
      const issuer = { issuer_url: example(preset.issuer) };
      assert.equal(presetOf(issuer)?.id, anywhere.includes(preset.id) ? undefined : preset.id);
      for (const session_revalidate of ["", "300"]) {
        const values = { ...issuer, session_revalidate, ...presetValues(preset, session_revalidate !== "") };
        // Its options are those that many providers have, the one of the box among them.
        assert.equal(presetOf(values)?.id, preset.id === "lemonldap" ? undefined : preset.id);
      }
    }
    assert.equal(presetOf({ issuer_url: "https://id.example.org", scope: "openid" }), undefined);
    const ofBox = { issuer_url: "https://idp.localhost:8443", scope: "openid profile email groups" };
    assert.equal(presetOf(ofBox), undefined);
    assert.equal(presetOf({}), undefined);
    // Without its slash it is not the provider's issuer.
    assert.equal(presetOf({ issuer_url: "https://authentik.example.org/application/o/router" }), undefined);
  });
});
