/** Compiled modules are complete: the usual requests are answered where no module has a source, which would be compiled at each of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { chosenBackend, chosenRuntime, installService } from "../box/install.ts";
import { ucodeProgram } from "../box/locations.ts";
import { accessToken, exchanged, on } from "./support/access-token.ts";
import { expectOneLine } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { inBox, sceneSuite } from "./support/suite.ts";

/** Removes the sources, but what looks for the compiled modules. */
async function removeSources(scene: Scene): Promise<void> {
  const suffix = chosenRuntime() === "lua" ? "lua" : "uc";
  const kept = ["io/code", "base/version"].map((name) => `! -path '*/sso_login/${name}.${suffix}'`).join(" ");
  await scene.router.shell(
    `find '${scene.router.path("/usr")}' -path '*/sso_login/*.${suffix}' -type f ${kept} -delete`,
  );
}

/**
 * The most functions in what a request loads: each costs ucode some 12 000 instructions, which nothing here can count, as the
 * stand-in has another interpreter (docs/performance.md).
 */
const budgets = { "": 275, "/callback": 575, "/logout": 280, "/token": 560 };

/** Functions in a piece of the compiled file, which the stand-in of ucode writes as text. */
function functionsIn(file: string, piece: string): number {
  const text = readFileSync(file, "latin1");
  const numbers = (pattern: string): number[] => new RegExp(pattern).exec(text)?.map(Number) ?? assert.fail(pattern);
  const [, finder = 0, head = 0] = numbers("^(\\d+) (\\d+)");
  const [, at = 0, size = 0] = numbers(`\\n${piece} (\\d+) (\\d+)\\n`);
  const begin = text.indexOf("\n") + 1 + finder + head + at;
  return text.slice(begin, begin + size).match(/\bfunction\b|=>/g)?.length ?? 0;
}

sceneSuite(
  "requests without the sources",
  {},
  {
    "are answered": inBox("the sources of a router stay", async (scene) => {
      const helper = { sub: ["sub-alice"], sub_issuer: scene.provider.issuer, access: ["web", "api"], read: ["*"] };
      await scene.configure(on, { ...standardRoles, helper });
      // Warm caches and rpcd's sections.
      assert.equal((await scene.callback(scene.client(), "alice")).status, 302);
      const program = scene.router.path("/usr/sbin/sso-login");
      // Two at once: their temporary files must not mix.
      await scene.router.shell(
        `export PATH=${dirname(ucodeProgram)}:$PATH; '${program}' compile & '${program}' compile && wait $!`,
      );
      for (const [path, most] of Object.entries(chosenRuntime() === "ucode" ? budgets : {})) {
        const functions = functionsIn(
          scene.router.path("/var/run/sso-login.code"),
          `sso_login.entry_points.cgi${path}`,
        );
        assert.ok(functions <= most, `${path}: ${String(functions)} functions`);
      }
      await removeSources(scene);
      // The first request of a minute does more.
      const nextMinute = () =>
        scene.router.shell(`cd '${scene.router.path("/var/run/sso-login")}' && rm -f rate* cleaned*`);
      try {
        const client = scene.client();
        await nextMinute();
        assert.equal((await scene.callback(client, "alice")).status, 302);
        // A browser that has logged in before.
        assert.equal((await scene.callback(client, "alice")).status, 302);
        await scene.router.markLog();
        await nextMinute();
        await client.navigate(await scene.logoutLink(client), { initiator: scene.router.host });
        await expectOneLine(scene, "LOGOUT");
        await nextMinute();
        await exchanged(scene, accessToken(scene));
        await scene.router.markLog();
        const url = `${scene.router.address}/cgi-bin/sso-login/callback?code=a&state=b`;
        const refused = await client.request(url, { headers: { Accept: "text/html" } });
        assert.match(refused.body, /<html/);
        await expectOneLine(scene, "MISSING_HANDSHAKE_COOKIE");
      } finally {
        await installService(scene.router.path(""), chosenRuntime(), chosenBackend());
      }
    }),
  },
);
