/** Logins through Canaille. */
import { canailleKind } from "./support/canaille.ts";
import { siteSuite } from "./support/site.ts";
import { trials } from "./support/trials.ts";

const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";
/** It looks at the address only when somebody has logged in. */
const untold = "warning redirect_untold";

siteSuite(
  canailleKind,
  trials(
    {
      options: { scope: "openid profile email groups" },
      lacks: ["max_age"],
      keyOptions: { client_assertion_audience: "token_endpoint" },
      check: [untold],
      mistakes: {
        wrongSecret: { check: [wrong, untold], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: [untold] },
        publicClient: { check: [wrong, untold], login: "TOKEN_EXCHANGE_FAILED" },
        clientDisabled: { check: [wrong, untold] },
        groupsMissing: { check: [untold], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["useKey"],
  ),
);
