/** Logins through Keycloak. */
import { keycloak } from "./support/keycloak.ts";
import { siteSuite } from "./support/site.ts";
import { trials } from "./support/trials.ts";

siteSuite(
  keycloak,
  trials(
    {
      group: "/router-admins",
      check: [],
      mistakes: {
        wrongSecret: { check: ["error secret_wrong TOKEN_EXCHANGE_FAILED"], login: "TOKEN_EXCHANGE_FAILED" },
        redirectUnknown: { check: ["error redirect_refused IDP_ERROR"] },
        publicClient: { check: [], login: "LOGIN_GRANTED" },
        clientDisabled: { check: [] },
        groupsMissing: { check: [], login: "USER_NOT_AUTHORIZED" },
      },
    },
    ["useKey", "demandPushed", "rotate", "endSession", "programToken"],
  ),
);
