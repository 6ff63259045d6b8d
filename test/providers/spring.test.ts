/** Logins through Spring Authorization Server. */
import { siteSuite } from "./support/site.ts";
import { spring } from "./support/spring.ts";
import { trials } from "./support/trials.ts";

const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";
/** Its document lists openid alone, and it looks at the address only when somebody has logged in. */
const [scopes, untold] = ["warning not_offered IDP_ERROR", "warning redirect_untold"];

siteSuite(
  spring,
  trials(
    {
      options: { at_hash: "optional" },
      lacks: ["prompt", "max_age"],
      check: [scopes, untold],
      mistakes: {
        wrongSecret: { check: [scopes, wrong, untold], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: [scopes, untold] },
        publicClient: { check: [scopes, wrong, untold], login: "TOKEN_EXCHANGE_FAILED" },
        clientDisabled: { check: [scopes, wrong, untold] },
        groupsMissing: { check: [scopes, untold], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["rotate", "programToken"],
  ),
);
