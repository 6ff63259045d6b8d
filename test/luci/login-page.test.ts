/** The script that opens LuCI's login page and says by its status whether the page has the button. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

const root = temporaryFolder("sso-login-page-");
const path = "usr/share/sso-login/login_page.sh";

for (const folder of ["usr/share/sso-login", "www/cgi-bin", "bin"]) {
  mkdirSync(join(root, folder), { recursive: true });
}
copyFileSync(join(repositoryRoot, "openwrt-feed/luci-app-sso-login/root", path), join(root, path));

/** The script's status where LuCI prints a page, and these processes are uhttpd's. */
function status(page: string, ...uhttpd: (number | undefined)[]): number | null {
  const script = `#!/bin/sh\n[ -z "$HTTP_COOKIE$CONTENT_LENGTH" ] || exit\nread -r body\ncat <<'END'\nStatus: 403\n\n${page}\nEND\n`;
  writeFileSync(join(root, "www/cgi-bin/luci"), script, { mode: 0o755 });
  writeFileSync(join(root, "bin/pidof"), `#!/bin/sh\necho ${uhttpd.join(" ")}\n`, { mode: 0o755 });
  const env = {
    PATH: `${join(root, "bin")}:${String(process.env["PATH"])}`,
    HTTP_COOKIE: "sysauth_https=1",
    CONTENT_LENGTH: "9",
  };
  return spawnSync("sh", [join(root, path)], { env, input: "luci_password /admin/translations/" }).status;
}

const form = '<form><input name="luci_password"></form>';
const script = '<script src="/cgi-bin/luci/admin/translations/en"></script>';

describe("LuCI's login page", () => {
  test("has the button where it loads LuCI's script, before the form or after it", () => {
    assert.deepEqual([status(script + form), status(form + script)], [0, 0]);
  });

  test("has none where it does not, and no uhttpd runs", () => {
    assert.equal(status(form), 1);
  });

  test("has the button where a uhttpd runs the handler", () => {
    const run = (...words: string[]) =>
      spawn("sh", ["-c", "read -r line", "uhttpd", ...words], { stdio: ["pipe", "ignore", "ignore"] });
    const own = run("-O", "/usr/share/ucode/luci/uhttpd.uc");
    const ours = run("-O", "/usr/share/sso-login/login_page.uc");
    try {
      assert.deepEqual([status(form, own.pid), status(form, own.pid, ours.pid), status("", ours.pid)], [1, 0, 1]);
    } finally {
      own.kill();
      ours.kill();
    }
  });

  test("is none where LuCI shows another page", () => {
    assert.equal(status(`<h1>Overview</h1>${script}`), 1);
  });
});
