/** The sentences about a role's rights, and the addresses of the router. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { httpsAddress, httpsUrl } from "../../src/luci/provider/addresses";
import { leftOut, lookingGroups, lookTitle, opensPage, reachLine } from "../../src/luci/roles/reach";
import type { GroupAnswer } from "../../src/sso_login/answers/ubus_answers";

const groups: GroupAnswer[] = [
  { name: "flash", description: "", read: "secrets", write: "everything" },
  { name: "new", description: "Grant access to something new", read: "everything" },
  { name: "reboot", description: "", write: "restart" },
  { name: "status", description: "", read: "look" },
  { name: "unauthenticated", description: "", read: "look" },
  { name: "luci-app-sso-login", description: "", read: "look" },
];

const known = {
  access_groups: groups,
  pages: [
    { path: "f", titles: ["System", "Flash"], groups: ["flash"] },
    { path: "r", titles: ["System", "Reboot"], groups: ["reboot"] },
    { path: "s", titles: ["Status"], groups: ["status"] },
  ],
};

test("a role's rights are said in a sentence, with the pages that they come from", () => {
  const sentences: [string[], string[], string][] = [
    [[], [], "This role has no rights."],
    [["status"], [], "This role can look at Status, and no more."],
    [["luci-app-sso-login"], [], "This role can look, and no more."],
    [
      ["*", "!new"],
      [],
      "This role can read secrets (backups, flash, keys or passwords). System › Flash: shows secrets",
    ],
    [
      ["*"],
      [],
      "Full control: this role can change the router's configuration or read any file. Something new: full control, System › Flash: shows secrets",
    ],
  ];
  for (const [read, write, sentence] of sentences) {
    assert.equal(reachLine(known, { read, write }), sentence);
  }
});

test("the pages that a role does not open are named with what they would bring", () => {
  assert.deepEqual(leftOut(known, { read: ["status"], write: [] }), [
    "System › Flash: shows secrets",
    "System › Reboot: can restart or disturb",
  ]);
  assert.deepEqual(leftOut(known, { read: ["*"], write: ["reboot"] }), []);
});

test("the button to look says how many pages it leaves out, once that is known", () => {
  assert.equal(lookTitle(), "Look at everything");
  assert.equal(lookTitle(known), "Look at everything (pages left out: 2)");
  assert.equal(lookTitle({ ...known, pages: known.pages.slice(2) }), "Look at everything");
});

test("a role opens a page where it has all groups that one asks for, and where nothing is known of pages", () => {
  const pages = [["status"], ["reboot", "new"]].map((groups) => ({ path: "p", titles: ["P"], groups }));
  const opens = (read: string[], write: string[], known = pages): boolean =>
    opensPage({ access_groups: groups, pages: known }, { read, write });
  assert.equal(opens(["stat*"], []), true);
  assert.equal(opens(["new"], ["reboot"]), true);
  assert.equal(opens(["new", "flash"], []), false);
  // `reboot` grants nothing to read.
  assert.equal(opens(["new", "reboot"], []), false);
  assert.equal(opens(["*", "!status"], []), false);
  assert.equal(opens([], []), false);
  assert.equal(opens([], [], []), true);
  const giving = groups.map((group) => (group.name === "flash" ? { ...group, gives: ["status"] } : group));
  assert.equal(opensPage({ access_groups: giving, pages }, { read: ["flash"], write: [] }), true);
});

test("Look only has the groups that only show something, but that of everybody and that of these settings", () => {
  assert.deepEqual(lookingGroups(groups), ["status"]);
});

test("the page's HTTPS address has redirect_uri's port where that names the same host", () => {
  const here = { hostname: "router.example", pathname: "/x" };
  const callback = "/cgi-bin/sso-login/callback";
  assert.equal(httpsAddress(here, ""), "https://router.example/x");
  assert.equal(httpsAddress(here, `https://router.example${callback}`), "https://router.example/x");
  assert.equal(httpsAddress(here, `https://router.example:8443${callback}`), "https://router.example:8443/x");
  assert.equal(httpsAddress(here, `https://other.example:8443${callback}`), "https://router.example/x");
  assert.equal(
    httpsAddress({ ...here, hostname: "[fd00::1]" }, `https://[fd00::1]:8443${callback}`),
    "https://[fd00::1]:8443/x",
  );
});

test("a test login's tab opens an https address and nothing else", () => {
  assert.equal(httpsUrl("https://idp.example/"), "https://idp.example/");
  assert.throws(() => httpsUrl("javascript:alert(1)"), /no address/);
});
