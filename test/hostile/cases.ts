/** All cases, table by table. */
import type { Entry } from "./case.ts";
import { conformance } from "./cases/conformance.ts";
import { claimCases } from "./cases/claims.ts";
import { identityCases } from "./cases/identity.ts";
import { injection } from "./cases/injection.ts";
import { keyCases } from "./cases/keys.ts";
import { logoutTokens } from "./cases/logout-tokens.ts";
import { mixUp } from "./cases/mix-up.ts";
import { shapeCases } from "./cases/shapes.ts";
import { tokenCases } from "./cases/tokens.ts";
import { transport } from "./cases/transport.ts";
import { userinfoCases } from "./cases/userinfo.ts";

export const entries: readonly Entry[] = [
  ...conformance,
  ...logoutTokens,
  ...tokenCases,
  ...claimCases,
  ...identityCases,
  ...keyCases,
  ...userinfoCases,
  ...mixUp,
  ...injection,
  ...shapeCases,
  ...transport,
];
