/** Questions and refusals when a role is entered, and the confirmation that answers a question. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createConfirmation } from "../../src/luci/kit/confirmation";
import { objectionTo } from "../../src/luci/roles/role_objection";
import { newRole } from "../../src/luci/roles/roles";
import { first } from "../../src/sso_login/base/public_names";
import type { EditedRole } from "../../src/luci/saving/changes";

const rights = {
  access_groups: ["luci-base", "luci-mod-status-index"].map((name) => ({
    name,
    description: "",
    read: "look" as const,
  })),
  pages: [{ path: "s", titles: ["Status"], groups: ["luci-mod-status-index"] }],
};

const right: EditedRole = {
  ...newRole("guest", { read: ["luci-base", "luci-mod-status-index"], write: [] }),
  email: ["eve@example.org"],
};
const unseen = "eve\u200b@example.org";
const pageless = { read: ["luci-base"] };
const noOne = `These entries have a character that most often comes from copying: ${unseen} (U+200B).`;
const noPage =
  "With these rights the role opens no page of this router, and a user without another role is refused at the login.";

const rows: [does: string, changed: Partial<EditedRole>, kind: string | undefined, says?: RegExp | string][] = [
  ["is right", {}, undefined],
  ["has a group alone", { email: [], group: ["guests"] }, undefined],
  ["has a user ID alone", { email: [], sub: ["0815"] }, undefined],
  ["has a program alone", { email: [], client: ["backup"] }, undefined],
  ["has nobody", { email: [] }, "error", "Whom is this role for? Enter an e-mail address or a group."],
  ["lacks luci-base", { read: ["luci-mod-status-index"] }, "no_luci", /^Without the access group luci-base/],
  ["lacks it for people and programs", { read: ["luci-mod-status-index"], access: ["api", "web"] }, "no_luci"],
  ["lacks it for programs", { read: ["luci-mod-status-index"], access: ["api"] }, undefined],
  [
    "excludes luci-base, so that adding it does nothing",
    { read: ["luci-base", "*", "!x", "! luci-b*"] },
    "error",
    'Without the access group luci-base there are errors and no "Log out". The entry ! luci-b* takes luci-base away: remove it under "By technical names".',
  ],
  ["excludes luci-base from the right to change alone", { read: [], write: ["*", "!luci-base"] }, "no_luci"],
  ["has an invisible character", { email: [unseen] }, "question", `${noOne} Press OK once more to keep it.`],
  ["opens no page", pageless, "question", `${noPage} Press OK once more to keep it.`],
  ["opens no page for programs", { ...pageless, access: ["api"] }, undefined],
  ["has no rights", { read: [] }, "question", `${noPage} Press OK once more to keep it.`],
  [
    "has both",
    { ...pageless, group: [unseen], email: [] },
    "question",
    `${noOne} ${noPage} Press OK once more to keep it.`,
  ],
];

for (const [does, changed, kind, says = /^/] of rows) {
  test(`a role that ${does}: ${kind ?? "kept"}`, () => {
    const objection = objectionTo({ ...right, ...changed }, rights, [first]);
    assert.equal(objection?.kind, kind);
    if (typeof says === "string") {
      assert.equal(objection?.text, says);
    } else {
      assert.match(objection?.text ?? "", says);
    }
  });
}

test("a router whose access groups are not known has no luci-base to add", () => {
  const role = { ...right, read: ["other"] };
  assert.equal(objectionTo(role, { access_groups: [], pages: [] }, [first]), undefined);
});

test("nobody, above all, is to be entered in the first field", () => {
  const objection = objectionTo({ ...right, ...pageless, email: [] }, rights, []);
  assert.equal(objection?.kind === "error" && objection.field, "email");
});

test("a role without a ticked provider is refused, as an absent list means the first one", () => {
  assert.deepEqual(objectionTo({ ...right, ...pageless, provider: [] }, rights, []), {
    kind: "error",
    field: "provider",
    text: "Where does this role apply? Choose a provider.",
  });
  assert.equal(objectionTo({ ...right, provider: ["club"] }, rights, ["club"]), undefined);
});

test("a confirmation holds for what was shown last, and for nothing else", () => {
  const noteShown = createConfirmation();
  const [role, other] = [{ ...right }, { ...right, email: [unseen] }];
  const pressed = [[role], [role], [{ ...role }], [other], [role], [role], [], [role]].map((shown) => noteShown(shown));
  assert.deepEqual(pressed, [false, true, true, false, false, true, false, false]);
  assert.equal(createConfirmation()([role]), false, "of another dialog");
});
