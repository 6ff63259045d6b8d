/** Logins through Dex, which keeps no session of its own. */
import { dex } from "./support/dex.ts";
import { siteSuite } from "./support/site.ts";
import { trials } from "./support/trials.ts";

const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";
/** It answers every address by a redirect to its login page, which refuses one that it does not know. */
const untold = "warning redirect_untold";

siteSuite(
  dex,
  trials(
    {
      options: { scope: "openid profile email groups" },
      lacks: ["memory", "max_age", "logout"],
      check: [],
      mistakes: {
        wrongSecret: { check: [wrong], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: [untold] },
        publicClient: { check: [wrong], login: "TOKEN_EXCHANGE_FAILED" },
        clientDisabled: { check: [wrong, untold] },
        groupsMissing: { check: [], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["rotate"],
  ),
);
