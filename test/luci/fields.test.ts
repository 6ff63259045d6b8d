/** The choices and the help of the form's fields. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fields } from "../../src/luci/provider/fields";
import { valueProblem } from "../../src/luci/saving/validation";

describe("fields", () => {
  test("offer what the service takes", () => {
    const offered = fields().flatMap(({ option, kind, choices }): [string, string][] => {
      const values = kind === "flag" ? ["0", "1"] : (choices ?? []).map(([value]) => value);
      return values.map((value) => [option, value]);
    });
    assert.ok(offered.length >= 11, offered.join(" "));
    for (const [option, value] of offered) {
      assert.equal(valueProblem(option, value, true), undefined, `${option} ${value}`);
    }
  });

  test("say the bounds of the service's rule", () => {
    const limit = fields().find(({ option }) => option === "http_timeout");
    assert.equal(limit?.help, "Seconds for one call to the provider, from 1 to 20.");
    assert.ok(
      fields().every(({ help }) => !/%\{|undefined/.test(help)),
      "a place without a bound",
    );
  });
});
