/** Logins through Keycloak. */
import { keycloak } from "./support/keycloak.ts";
import { siteSuite } from "./support/site.ts";
import { trials } from "./support/trials.ts";

const wrong = "error secret_wrong TOKEN_EXCHANGE_FAILED";

siteSuite(
  keycloak,
  trials(
    {
      group: "/router-admins",
      check: [],
      mistakes: {
        wrongSecret: { check: [wrong], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: ["error redirect_refused IDP_ERROR"] },
        publicClient: { check: ["warning client_public"], login: "LOGIN_GRANTED" },
        clientDisabled: { check: ["error client_unknown TOKEN_EXCHANGE_FAILED"] },
        groupsMissing: { check: [], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["useKey", "register", "demandPushed", "rotate", "endSession", "disable", "regroup", "endQuietly", "programToken"],
  ),
);
