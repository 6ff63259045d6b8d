/** Whatever a browser sends ends in one of the specification's statuses, with all headers and one log line. */
import assert from "node:assert/strict";
import { header, location } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, logLines, statusOf } from "./support/expect.ts";
import { sceneSuite, type SceneTest } from "./support/suite.ts";

/** Numbers that look random and are the same in every run (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

const state = "A".repeat(43);
const names = ["", ..."code state error error_description iss stoken action scope a[] %00 %ff".split(" ")];
const values = [
  ...["", "a", state, "%00", "%0a", "%0d%0aSet-Cookie:x=y", "%ff%fe", "%c0%af", "%", "%2", "%zz", "+"],
  ...["..%2f..%2fetc%2fpasswd", "$(reboot)", "';drop", "%3Cscript%3E", "=", "==", "enabled", "access_denied"],
  ...["%E2%82%AC", "x".repeat(700), "%25d%25s%25n"],
];
const cookies = [
  ...[
    "",
    ";",
    "=",
    "a",
    `__Host-webui_sso_state=${state}`,
    "__Host-webui_sso_state",
    '__Host-webui_sso_state="quoted"',
  ],
  ...["sysauth_https=0", `sysauth=${"f".repeat(32)}`, "sysauth_https=../../x", "a=\xff\xfe", "x=%00", "=;=;=", "\t;\t"],
];
const paths = [
  "",
  ..."/ /callback /callback /callback /logout /logout /%00 /callback%00 /%ff /callback;x=1".split(" "),
];

const statuses = new Set<number>([200, 302, ...Object.values(statusOf)]);

/** Forty odd requests, made from a seed. */
function oddRequests(seed: number): SceneTest {
  return async (scene) => {
    const pick = numbers(seed);
    const oneOf = (list: readonly string[]): string => list[pick(list.length)] ?? "";
    for (let count = 0; count < 40; count += 1) {
      const query = Array.from({ length: pick(6) }, () => `${oneOf(names)}=${oneOf(values)}`).join("&");
      const cookie = Array.from({ length: pick(4) }, () => oneOf(cookies)).join("; ");
      const rest = oneOf(paths) + (pick(8) === 0 ? "" : `?${query}`);
      if (count % 20 === 0) {
        // As many refusals of a minute have a line each.
        await scene.router.clearState();
      }
      await scene.router.markLog();
      const rawTarget = `/cgi-bin/sso-login${rest}`;
      const hop = await scene.client().request(scene.router.baseUrl, { rawTarget, cookie });
      const told = `${rawTarget} Cookie: ${cookie}`;
      assert.ok(statuses.has(hop.status) && hop.status < 500, `${String(hop.status)} for ${told}\n${hop.body}`);
      expectAnswer(hop, hop.status);
      if (hop.status >= 400) {
        assert.match(hop.body, /^Error: \S[^\n]*\n?$/, told);
        assert.equal((await logLines(scene, 1)).length, 1, told);
      } else if (hop.status === 302) {
        const target = location(hop);
        const own = header(hop, "location") === "/";
        assert.ok(own || target.href.startsWith(`${scene.provider.issuer}/auth?`), `${target.href} for ${told}`);
      }
      await expectNoSecrets(scene);
    }
    assert.equal((await scene.ssoSessions()).length, 0);
  };
}

sceneSuite(
  "hostile requests",
  {},
  Object.fromEntries([1, 2, 3, 4, 5].map((seed) => [`odd requests, seed ${String(seed)}`, oddRequests(seed)])),
);
