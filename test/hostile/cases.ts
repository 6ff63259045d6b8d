/** All cases, table by table. */
import type { Case } from "./case.ts";
import { claimCases, hugeExpiry } from "./cases/claims.ts";
import { identityCases } from "./cases/identity.ts";
import { injectionVectors } from "./cases/injection.ts";
import { keyCases } from "./cases/keys.ts";
import { logoutTokens } from "./cases/logout-tokens.ts";
import { reportVectors } from "./cases/reports.ts";
import { providerCases } from "./cases/providers.ts";
import { tokenCases } from "./cases/tokens.ts";
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

/** The cases that are whole logins over HTTPS. */
export const boxed: readonly Case[] = [...hugeExpiry, ...representative];

/** Every case. */
export const entries: readonly Case[] = [...hugeExpiry, ...vectors];
