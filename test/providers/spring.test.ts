/** Logins through Spring Authorization Server. */
import { siteSuite } from "./support/site.ts";
import { spring } from "./support/spring.ts";
import { trials } from "./support/trials.ts";

const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";

siteSuite(
  spring,
  trials(
    {
      check: [],
      mistakes: {
        wrongSecret: { check: [wrong], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: ["error redirect_refused IDP_ERROR"] },
        publicClient: { check: [wrong], login: "TOKEN_EXCHANGE_FAILED" },
        clientDisabled: { check: [wrong, "error redirect_refused IDP_ERROR"] },
        groupsMissing: { check: [], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["rotate", "programToken"],
  ),
);
