/** The rights that a save takes from the user who saves. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EditedRole } from "../../src/luci/saving/changes";
import { othersChanges, ownLosses } from "../../src/luci/saving/own_losses";
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

test("the live sessions of others get other rights", () => {
  const sessions = [
    { who: "a@x", role: "admin", own: true },
    { who: "b@x", role: "admin", own: false },
    { who: "c@x", role: "admin,family", own: false },
    { who: "d@x", role: "family", own: false },
    { who: "b@x", role: "admin", own: false },
  ].map((session) => ({ ...session, id: session.who, provider: "default", from: "", until: 0 }));
  const settings = { ...saved, sessions };
  const told = (...users: string[]): string[] => [
    `The live sessions of these users get other rights, or end: ${users.join(", ")}.`,
  ];
  const cases: [Partial<EditedRole> | undefined, string[]][] = [
    [{}, []],
    [{ email: [] }, []],
    [{ read: [] }, []],
    [{ write: ["page"] }, told("b@x", "c@x")],
    [{ read: ["status"], write: [] }, told("b@x", "c@x")],
    [{ read: ["status"], write: ["status"] }, told("b@x", "c@x")],
    [{ name: "boss" }, told("b@x", "c@x")],
    [undefined, told("b@x", "c@x")],
  ];
  for (const [change, lines] of cases) {
    assert.deepEqual(othersChanges(settings, edited(change)), lines);
  }
  assert.deepEqual(othersChanges({ ...settings, sessions: sessions.slice(0, 1) }, edited(undefined)), []);
});
