/** The people who may log in at the box's identity provider. */

export interface Account {
  sub: string;
  password: string;
  /** Claims about the person, `email` and `groups` among them. */
  claims: Readonly<Record<string, unknown>>;
  /** Names of claims that only the UserInfo endpoint tells, as many providers do. */
  userInfoOnly?: readonly string[];
}

export type Accounts = Map<string, Account>;

export function standardAccounts(): Accounts {
  const account = (name: string, groups: readonly string[], more: Partial<Account> = {}): [string, Account] => [
    name,
    {
      sub: `sub-${name}`,
      password: `${name}-password`,
      claims: { email: `${name}@example.org`, email_verified: true, name, groups },
      ...more,
    },
  ];
  return new Map([
    account("alice", ["router-admins"]),
    account("victor", ["staff"]),
    account("mallory", ["visitors"]),
    account("ursula", ["staff"], { userInfoOnly: ["email", "email_verified", "groups"] }),
  ]);
}

export function claimsFor(account: Account, use: string): Record<string, unknown> {
  const kept = Object.entries(account.claims).filter(
    ([name]) => use === "userinfo" || !(account.userInfoOnly ?? []).includes(name),
  );
  return { ...Object.fromEntries(kept), sub: account.sub };
}
