/** The package's menu entry and access group: least rights, and what they name exists. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../openwrt-feed/luci-app-sso-login");
const group = "luci-app-sso-login";

interface Rights {
  ubus?: Record<string, string[]>;
  uci?: string[];
}

interface AccessGroup {
  description: string;
  read: Rights;
  write: Rights;
}

interface MenuEntry {
  action: { type: string; path: string };
  depends: { acl: string[] };
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(folder, "root/usr/share", path), "utf8")) as T;
}

describe("the access group", () => {
  const groups = readJson<Record<string, AccessGroup>>(`rpcd/acl.d/${group}.json`);
  const rights = groups[group];

  test("is the only one of its file", () => {
    assert.deepEqual(Object.keys(groups), [group]);
  });

  test("lets readers ask for the settings, and read no package: the secret is in it", () => {
    assert.deepEqual(rights?.read, { ubus: { "sso-login": ["get"] } });
  });

  test("lets writers check, and change the one package by the calls that the page makes", () => {
    assert.deepEqual(rights?.write, {
      ubus: {
        "sso-login": [
          "check",
          "check_step",
          "end_session",
          "history",
          "keep_ca",
          "key",
          "password_login",
          "preview",
          "test_result",
          "test_start",
        ],
        uci: ["add", "delete", "rename", "revert", "set"],
      },
      uci: ["sso-login"],
    });
    const source = readFileSync(join(folder, "../../src/luci/staging.ts"), "utf8");
    const called = [...source.matchAll(/object: "uci", method: "(\w+)"/g)].map(([, method]) => method);
    assert.deepEqual(called.sort(), rights?.write.ubus?.["uci"]);
  });
});

describe("the menu entry", () => {
  const entry = readJson<Record<string, MenuEntry>>(`luci/menu.d/${group}.json`)["admin/services/sso-login"];

  test("is for those who have the access group", () => {
    assert.deepEqual(entry?.depends, { acl: [group] });
  });

  test("leads to a page that is in the package", () => {
    assert.equal(entry?.action.type, "view");
    const page = join(folder, "htdocs/luci-static/resources/view", `${entry?.action.path ?? ""}.js`);
    assert.ok(existsSync(page), page);
  });
});
