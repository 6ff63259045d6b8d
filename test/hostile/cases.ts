/** All cases, table by table. */
import type { Case } from "./case.ts";
import { conformance } from "./cases/conformance.ts";
import { claimCases, hugeExpiry } from "./cases/claims.ts";
import { identityCases } from "./cases/identity.ts";
import { injection, injectionVectors } from "./cases/injection.ts";
import { keyCases, refreshes } from "./cases/keys.ts";
import { logoutTokens } from "./cases/logout-tokens.ts";
import { mixUp } from "./cases/mix-up.ts";
import { reports, reportVectors } from "./cases/reports.ts";
import { providerCases } from "./cases/providers.ts";
import { checkReports } from "./cases/reports_check.ts";
import { tokenCases } from "./cases/tokens.ts";
import { transport } from "./cases/transport.ts";
import { userinfoCases } from "./cases/userinfo.ts";

/** Cases of a provider's tokens and answers, as data: the specs try all of it in one process (vectors.ts). */
export const vectors: readonly Case[] = [
  ...providerCases,
  ...logoutTokens,
  ...tokenCases,
  ...claimCases,
  ...identityCases,
  ...keyCases,
  ...userinfoCases,
  ...injectionVectors,
  ...reportVectors,
];

const seen = new Set<string>();
/** Of the vectors the first one of each source and end: these go through the box as well. */
const representative = vectors.filter(({ source, end, logout }) => {
  const kind = `${source} ${end} ${String(logout?.status)}`;
  const isFirst = !seen.has(kind);
  seen.add(kind);
  return isFirst;
});

/** Cases that depend on a browser, connections, times or an earlier login. */
const whole: readonly Case[] = [
  ...conformance,
  ...refreshes,
  ...hugeExpiry,
  ...mixUp,
  ...injection,
  ...transport,
  ...reports,
  ...checkReports,
];

/** The cases that are whole logins over HTTPS. */
export const boxed: readonly Case[] = [...whole, ...representative];

/** Every case. */
export const entries: readonly Case[] = [...whole, ...vectors];
