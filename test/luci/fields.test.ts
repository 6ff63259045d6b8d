/** The page has a field for every option of the service. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fields } from "../../src/luci/fields";
import { valueProblem } from "../../src/luci/validation";
import { option_rules } from "../../src/sso_login/settings/option_table";

describe("fields", () => {
  test("are those of the service's options, and enabled; the secret's is a special one, and passwords have a panel", () => {
    const options = option_rules
      .map(({ name }) => name)
      .filter((name) => !/^(client_secret|password_login)$/.test(name));
    assert.deepEqual(
      fields()
        .map(({ option }) => option)
        .sort(),
      ["enabled", ...options].sort(),
    );
  });

  test("offer what the service takes", () => {
    const offered = fields().flatMap(({ option, kind, choices }): [string, string][] => {
      const values = kind === "flag" ? ["0", "1"] : (choices ?? []).map(([value]) => value);
      return option === "enabled" ? [] : values.map((value) => [option, value]);
    });
    assert.ok(offered.length >= 11, offered.join(" "));
    for (const [option, value] of offered) {
      assert.equal(valueProblem(option, value, true), undefined, `${option} ${value}`);
    }
  });

  test("have a list of choices if the service takes only certain words", () => {
    for (const { option, kind } of fields()) {
      // With one provider it is on or off, with several one of them.
      const isSwitch = option === "auto_redirect";
      const isWord = isSwitch || /one of/.test(option === "enabled" ? "" : (valueProblem(option, "else!", true) ?? ""));
      assert.equal(isWord, kind !== "text" && option !== "enabled", option);
    }
  });
});
