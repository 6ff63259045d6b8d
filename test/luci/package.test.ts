/** The package's access group: least rights. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";

const group = "luci-app-sso-login";

interface Rights {
  ubus?: Record<string, string[]>;
  uci?: string[];
}

type AccessGroup = Record<"read" | "write", Rights>;

const file = join(repositoryRoot, `openwrt-feed/${group}/root/usr/share/rpcd/acl.d/${group}.json`);
const rights = (JSON.parse(readFileSync(file, "utf8")) as Record<string, AccessGroup>)[group];

describe("the access group", () => {
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
          "register",
          "test_result",
          "test_start",
        ],
        uci: ["add", "delete", "order", "rename", "revert", "set"],
      },
      uci: ["sso-login"],
    });
    const source = readFileSync(join(repositoryRoot, "src/luci/saving/staging.ts"), "utf8");
    const called = [...source.matchAll(/(\w+): \["config"/g)].map(([, method]) => method);
    assert.deepEqual(called.sort(), rights?.write.ubus?.["uci"]);
  });
});
