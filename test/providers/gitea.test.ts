/** Logins through Gitea, which keeps one nonce for a user and a client. */
import assert from "node:assert/strict";
import { takeTurn } from "../e2e/support/revalidation.ts";
import { gitea } from "./support/gitea.ts";
import { rolesWith, siteSuite } from "./support/site.ts";
import { nextSecond, trials } from "./support/trials.ts";

const options = { scope: "openid profile email groups", at_hash: "optional" };
const group = "home:admins";

/** Its authorization endpoint asks for the password first. */
const untold = "warning redirect_untold";
const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";

siteSuite(gitea, {
  ...trials(
    {
      options,
      group,
      lacks: ["prompt", "max_age", "logout"],
      check: [untold],
      mistakes: {
        wrongSecret: { check: [wrong, untold], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: [untold] },
        publicClient: { check: ["warning client_untold TOKEN_EXCHANGE_FAILED", untold], login: "LOGIN_GRANTED" },
        clientDisabled: { check: [wrong, untold] },
        groupsMissing: { check: [untold], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["disable", "regroup"],
  ),

  "ends the sessions of a user on two devices, when the group is taken away": async (site) => {
    await site.begin({ ...options, session_revalidate: "300" }, rolesWith("nobody@example.org", group));
    for (const browser of [site.browser(), site.browser()]) {
      // Of one second Gitea's access tokens for a user are the same one.
      await nextSecond();
      const page = await site.logIn(browser, "alice");
      assert.equal(page.status, 200, `${page.body} ${(await site.router.readLog()).join("\n")}`);
    }
    // A turn is that of one session.
    const takeTurns = async (): Promise<string[]> => [
      ...(await takeTurn(site.router)),
      ...(await takeTurn(site.router)),
    ];
    assert.deepEqual(await takeTurns(), []);
    assert.equal((await site.router.sessions()).length, 2);
    await site.provider.regroup("alice", false);
    const lines = await takeTurns();
    assert.equal(lines.length, 2, lines.join("\n"));
    lines.forEach((line) => assert.match(line, /LOGOUT by=roles email=alice@example\.org /));
    assert.deepEqual(await site.router.sessions(), []);
  },
});
