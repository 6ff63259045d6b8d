/** The rights that a save takes from the user who saves. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EditedRole } from "../../src/luci/saving/changes";
import { ownLosses } from "../../src/luci/saving/own_losses";
import { role, savedSettings, shown } from "./support/settings.ts";

const groups = ["status", "page"].map((name) => ({ name, description: "" }));
const saved = savedSettings({
  roles: [
    role("admin", { email: ["a@x"], group: ["g"], read: ["*"], write: ["*"] }),
    role("family", { read: ["status"] }),
  ],
  access_groups: groups,
});

function edited(change: Partial<EditedRole> | undefined): EditedRole[] {
  return shown(saved).roles.flatMap((each) =>
    each.name !== "admin" ? [each] : change === undefined ? [] : [{ ...each, ...change }],
  );
}

test("one's own role is deleted, renamed or narrowed", () => {
  const ends = "your session ends.";
  const deleted = `Role admin, by which you are logged in, is deleted: ${ends}`;
  const cases: [Partial<EditedRole> | undefined, string[], string[]][] = [
    [{}, ["admin"], []],
    [undefined, [], []],
    [undefined, ["family"], []],
    [undefined, ["admin"], [deleted, "You lose the access groups status, page."]],
    [
      undefined,
      ["admin", "family"],
      [deleted, "You lose the access groups page.", "You can then look and no longer change: status."],
    ],
    [{ name: "boss" }, ["admin"], [`Role admin, by which you are logged in, becomes boss: ${ends}`]],
    [{ group: [] }, ["admin"], [`Role admin, by which you are logged in, loses g: where you had it by that, ${ends}`]],
    [{ email: ["a@x", "b@x"] }, ["admin"], []],
    [{ write: ["page"] }, ["admin"], ["You can then look and no longer change: status."]],
    [{ read: ["*", "!page"], write: ["*", "!page"] }, ["admin"], ["You lose the access groups page."]],
    [{ read: [], write: ["*"] }, ["admin"], []],
  ];
  for (const [change, own, lines] of cases) {
    assert.deepEqual(ownLosses(saved, edited(change), own), lines);
  }
});
