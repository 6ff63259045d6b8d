/** Logins through Ory Hydra. */
import assert from "node:assert/strict";
import { check } from "../e2e/support/check.ts";
import { hydra } from "./support/hydra.ts";
import { rolesWith, siteSuite } from "./support/site.ts";
import { trials, troubles } from "./support/trials.ts";

/** A client without a method of its own is registered for HTTP Basic. */
const options = { token_endpoint_auth_method: "client_secret_basic" };

/** Its document lists no scope but those of its own, unless its configuration has others. */
const scopes = "warning not_offered IDP_ERROR";
const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";

siteSuite(hydra, {
  ...trials(
    {
      options,
      keyOptions: { client_assertion_audience: "token_endpoint" },
      offlineScope: "openid profile email offline_access",
      check: [scopes],
      mistakes: {
        wrongSecret: { check: [scopes, wrong], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: [scopes, "error redirect_refused IDP_ERROR"] },
        publicClient: { check: [scopes, wrong], login: "TOKEN_EXCHANGE_FAILED" },
        clientDisabled: { check: [scopes, "error client_unknown TOKEN_EXCHANGE_FAILED"] },
        groupsMissing: { check: [scopes], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["useKey", "register", "rotate", "endSession", "disable", "programToken"],
  ),

  "takes a secret with special characters by the method of its registration, which the check names": async (site) => {
    await site.begin({ scope: "openid" }, rolesWith("ursula@example.org"));
    const report = await check(site);
    assert.deepEqual(troubles(report), ["error secret_other_method TOKEN_EXCHANGE_FAILED"]);
  },
});
