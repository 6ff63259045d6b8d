/** The trials of every provider that supports them: logins, logouts, and the check before and after typical mistakes. */
import assert from "node:assert/strict";
import { sleep } from "../../box/command.ts";
import type { ServiceOptions } from "../../box/router.ts";
import { check, troubles as allTroubles, type Report } from "../../e2e/support/check.ts";
import { Client, isRedirect, location, returnAddress, type Hop } from "../../e2e/support/client.ts";
import { expectNoSecrets, expectOneLine, logLines } from "../../e2e/support/expect.ts";
import { form } from "../../e2e/support/logout-token.ts";
import { takeTurn } from "../../e2e/support/revalidation.ts";
import type { Front } from "./front.ts";
import { rolesWith, type Running, type Setting, type Site } from "./site.ts";

/** The people at a provider; each has the own name with `-password` as the password. */
export const people = [
  { name: "alice", email: "alice@example.org", isAdmin: true },
  { name: "ursula", email: "ursula@example.org", isAdmin: false },
  { name: "mallory", email: "mallory@example.org", isAdmin: false },
] as const;

/** The client of a program, and the audience of its tokens. */
export const programs = { client: "robot", secret: "robot-secret", audience: "https://router.example/" };

/** A mistake of the provider's administrator. */
export type Mistake = "redirectUnknown" | "publicClient" | "clientDisabled" | "groupsMissing";

/** A provider with its administration; a trial whose function is missing is left out. */
export interface TestProvider extends Running {
  /** Makes a mistake, until the next test begins. */
  make: (mistake: Mistake) => Promise<void>;
  /** Takes the router's key, a JWK Set, instead of its secret. */
  useKey?: (jwks: string) => Promise<void>;
  /** Lets the router register itself, with the token that it returns; "" where none is needed. */
  register?: () => Promise<string>;
  /** Wants authorization requests beforehand. */
  demandPushed?: (front: Front) => Promise<void>;
  /** Signs with a new key from now on. */
  rotate?: () => Promise<void>;
  /** Ends a user's session as an administrator does, and tells the router; `sid` is its name in the claims. */
  endSession?: (name: string, sid: string) => Promise<void>;
  /** Does what its logout page asks for, up to the redirect to the router. */
  logOut?: (browser: Client, page: Hop) => Promise<Hop>;
  /** Disables a user, or withdraws the consent, as an administrator does. */
  disable?: (name: string) => Promise<void>;
  /** Removes a user from the group of the administrators, or adds it, as an administrator does. */
  regroup?: (name: string, isAdmin: boolean) => Promise<void>;
  /** Ends a user's sessions as an administrator does, and tells the router nothing. */
  endQuietly?: (name: string) => Promise<void>;
  /** An access token for a program, and how the role for it names it. */
  programToken?: () => Promise<{ token: string; role: object; options?: ServiceOptions }>;
}

/** A provider that is configured where it starts: each change is a new start, with a new key. */
export abstract class Restarted implements TestProvider {
  readonly issuer: string;
  readonly setting: Setting;
  #end: (() => Promise<void>) | undefined;
  #changed = false;

  constructor(issuer: string, setting: Setting) {
    this.issuer = issuer;
    this.setting = setting;
  }

  abstract logIn(browser: Client, page: Hop, name: string): Promise<Hop>;

  /** Starts it, configured with a mistake or without; returns what ends it. */
  abstract run(mistake?: Mistake): Promise<() => Promise<void>>;

  async setUp(mistake?: Mistake): Promise<void> {
    await this.stop();
    this.#end = await this.run(mistake);
  }

  async stop(): Promise<void> {
    await this.#end?.();
    this.#end = undefined;
  }

  async make(mistake: Mistake): Promise<void> {
    this.#changed = true;
    await this.setUp(mistake);
  }

  rotate(): Promise<void> {
    return this.setUp();
  }

  async reset(): Promise<void> {
    if (this.#changed) {
      await this.setUp();
      this.#changed = false;
    }
  }
}

/** Lets a second pass: `auth_time` and the times in tokens have whole seconds. */
export function nextSecond(): Promise<void> {
  return sleep(1100);
}

/** The access token that a token endpoint gives the client of a program. */
export async function tokenForProgram(
  { caFile }: Setting,
  endpoint: string,
  more: Record<string, string> = {},
): Promise<string> {
  const fields = { grant_type: "client_credentials", client_id: programs.client, client_secret: programs.secret };
  const { body } = await new Client([caFile]).request(endpoint, { form: { ...fields, ...more } });
  return (JSON.parse(body) as { access_token: string }).access_token;
}

/** The effect of a mistake: the findings of the check, and the code of the log line at a login; none where the provider ends the login. */
export interface Effect {
  check: readonly string[];
  login?: string;
}

/** The expectations of a provider. */
export interface Expected {
  /** How the service is configured beside the standard. */
  options?: ServiceOptions;
  /** The group of the administrators as a role lists it. */
  group?: string;
  /** The abilities that it lacks: to remember a login, to ask again at a demand for a fresh login, to end its session at a logout. */
  lacks?: readonly ("memory" | "prompt" | "max_age" | "logout")[];
  /** How it is configured to prove itself by its key. */
  keyOptions?: ServiceOptions;
  /** The scopes with which it gives a refresh token; absent: the usual ones. */
  offlineScope?: string;
  /** The findings of the check while all is right. */
  check: readonly string[];
  /** `wrongSecret` is made at the router. */
  mistakes: Readonly<Partial<Record<Mistake | "wrongSecret", Effect>>>;
}

type Trial = (site: Site<TestProvider>) => Promise<void>;
type Trials = Record<string, Trial>;

/** Whether the last login asked for a password, which every login page sends by POST. */
const asked = (browser: Client, from: number): boolean =>
  browser.hops.slice(from).some(({ method }) => method === "POST");

const loggedOut = "is logged out of with the router";
const titles: Readonly<Record<Mistake | "wrongSecret", string>> = {
  wrongSecret: "the secret is another one",
  redirectUnknown: "the redirect URI is not registered",
  publicClient: "the client is a public one",
  clientDisabled: "the client is disabled",
  groupsMissing: "the groups are not in the claims",
};

/** Ids of findings that are not in order. Whether a provider sends `at_hash`, which its document need not say, the logins show. */
export function troubles(report: Report): string[] {
  return allTroubles(report).filter((line) => line !== "warning at_hash_unknown AT_HASH_MISMATCH");
}

/** The trials of a provider. `can` has the names of its levers. */
export function trials(expected: Expected, can: readonly (keyof TestProvider)[]): Trials {
  const roles = rolesWith("ursula@example.org", expected.group);
  const lacks = (what: string): boolean => (expected.lacks ?? []).some((one) => one === what);
  const standard = { scope: "openid profile email", ...expected.options };
  const begin = (site: Site<TestProvider>, options: ServiceOptions = {}): Promise<void> =>
    site.begin({ ...standard, ...options }, roles);
  const configure = (site: Site<TestProvider>, options: ServiceOptions, all = roles): Promise<void> =>
    site.router.setConfig({ ...site.standard(), ...standard, ...options }, all);

  /** A login with a session that is revalidated. */
  const beginRevalidation = async (site: Site<TestProvider>, name = "alice"): Promise<void> => {
    const scope = expected.offlineScope === undefined ? {} : { scope: expected.offlineScope };
    await begin(site, { session_revalidate: "300", ...scope });
    await granted(site, site.browser(), name);
  };

  const endsAtTurn = async (site: Site<TestProvider>, line: RegExp): Promise<void> => {
    const [first = "", ...more] = await takeTurn(site.router);
    assert.match(first, line);
    assert.deepEqual(more, []);
    assert.deepEqual(await site.router.sessions(), []);
  };

  const granted = async (site: Site<TestProvider>, browser: Client, name: string, role = "admin"): Promise<Hop> => {
    const page = await site.logIn(browser, name);
    assert.equal(page.status, 200, `${page.body} ${(await site.router.readLog()).join("\n")}`);
    // A browser's next login ends its former session.
    const lines = (await site.router.readLog()).filter((line) => !line.startsWith("LOGOUT by=login "));
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0] ?? "", new RegExp(`^LOGIN_GRANTED .* email=${name}@example\\.org .*role=${role}`));
    await expectNoSecrets(site);
    await site.router.markLog();
    return page;
  };

  const always: Trials = {
    "is what the check expects": async (site) => {
      await begin(site);
      assert.deepEqual(troubles(await check(site)), expected.check);
    },

    "logs in by e-mail address and by group": async (site) => {
      await begin(site);
      await granted(site, site.browser(), "ursula", "operator");
      await granted(site, site.browser(), "alice");
    },

    [`refuses a user, who ${lacks("prompt") ? "learns where to log out" : "goes on with another account"}`]: async (
      site,
    ) => {
      await begin(site);
      const browser = site.browser();
      const page = await site.logIn(browser, "mallory");
      assert.equal(page.status, 401, page.body);
      await expectOneLine(site, "USER_NOT_AUTHORIZED", /mallory@example\.org/);
      if (lacks("prompt")) {
        // The link to another account names the one that was refused, with which a provider that does not ask comes back.
        const refusedPage = async (query: string): Promise<string> => {
          const last = await site.reach(browser, "mallory", query);
          const details = { initiator: last.url.hostname, headers: { Accept: "text/html" } };
          return (await browser.request(location(last), details)).body;
        };
        const way = `<a href="${new URL(site.provider.issuer).origin}/">Open the provider</a>`;
        const first = await refusedPage("");
        assert.ok(!first.includes(way), first);
        const query = /\?prompt=select_account&amp;refused=\w+/.exec(first)?.[0].replace("&amp;", "&");
        assert.match(await refusedPage(query ?? ""), new RegExp(way));
        return;
      }
      await site.router.markLog();
      const before = browser.hops.length;
      await nextSecond();
      const last = await site.logIn(browser, "alice", "?prompt=select_account");
      assert.equal(last.status, 200, last.body);
      assert.ok(asked(browser, before), "no password was asked for");
      await expectOneLine(site, "LOGIN_GRANTED", / email=alice@example\.org .*role=admin/);
    },

    [`asks for ${lacks("memory") ? "a" : "no"} second password, and where the login is to be fresh`]: async (site) => {
      await begin(site);
      const browser = site.browser();
      await granted(site, browser, "alice");
      let before = browser.hops.length;
      await nextSecond();
      await granted(site, browser, "alice");
      assert.equal(asked(browser, before), lacks("memory"));
      const demands = { prompt: { prompt: "login" }, max_age: { max_age: "0" } };
      for (const demand of Object.values(demands).filter((_, index) => !lacks(Object.keys(demands)[index]!))) {
        await configure(site, demand);
        before = browser.hops.length;
        await nextSecond();
        await granted(site, browser, "alice");
        assert.ok(asked(browser, before), `no password was asked for: ${JSON.stringify(demand)}`);
      }
    },

    [loggedOut]: async (site) => {
      const end = { post_logout_redirect_uri: `${site.router.address}/` };
      await begin(site, end);
      const browser = site.browser();
      await granted(site, browser, "alice");
      const page = await site.logOut(browser, "/");
      const left = isRedirect(page) ? page : ((await site.provider.logOut?.(browser, page)) ?? page);
      assert.equal(returnAddress(left), end.post_logout_redirect_uri);
      await site.router.markLog();
      const before = browser.hops.length;
      await nextSecond();
      await granted(site, browser, "alice");
      assert.ok(asked(browser, before), "no password was asked for");
    },
  };

  const mistakes = Object.entries(expected.mistakes) as [keyof typeof titles, Effect][];
  const wrong = mistakes.map(([mistake, seen]): [string, Trial] => [
    `the check tells that ${titles[mistake]}`,
    async (site) => {
      await begin(site);
      assert.deepEqual(troubles(await check(site)), expected.check);
      if (mistake === "wrongSecret") {
        await configure(site, { client_secret: "another secret" });
      } else {
        await site.provider.make(mistake);
      }
      const report = await check(site);
      assert.deepEqual(troubles(report), seen.check, JSON.stringify(report.findings, undefined, 1));
      const browser = site.browser();
      const last = await site.reach(browser, "alice");
      if (isRedirect(last)) {
        await browser.request(location(last), { initiator: last.url.hostname });
      }
      const lines = await logLines(site, seen.login === undefined ? 0 : 1);
      assert.deepEqual(
        lines.map((line) => line.split(" ")[0]),
        seen.login === undefined ? [] : [seen.login],
        lines.join("\n"),
      );
    },
  ]);

  const levers: Partial<Record<keyof TestProvider, [string, Trial]>> = {
    useKey: [
      "takes the router's key instead of a secret",
      async (site) => {
        const method = { client_secret: undefined, token_endpoint_auth_method: "private_key_jwt" };
        await begin(site, { ...method, ...expected.keyOptions });
        const { stdout } = await site.router.commandLine("key", "new");
        await site.provider.useKey!(stdout);
        assert.deepEqual(troubles(await check(site)), expected.check);
        await granted(site, site.browser(), "alice");
      },
    ],

    register: [
      "registers the router itself, updates and removes its client",
      async (site) => {
        const { router, provider } = site;
        await begin(site, { client_id: undefined, client_secret: undefined, token_endpoint_auth_method: undefined });
        const file = router.path("/tmp/initial-token");
        const token = await provider.register!();
        await router.writeFile("/tmp/initial-token", token);
        const order = token === "" ? [] : ["--token-file", file];
        const made = await router.commandLine("register", provider.issuer, ...order);
        assert.equal(made.code, 0, made.stdout);
        assert.deepEqual(troubles(await check(site)), expected.check);
        await granted(site, site.browser(), "ursula", "operator");
        for (const [action, words] of Object.entries({ "--update": "is updated", "--remove": "is removed" })) {
          const { code, stdout } = await router.commandLine("register", action);
          assert.equal(code, 0, stdout);
          assert.match(stdout, new RegExp(words));
        }
        assert.equal((await router.commandLine("register", "--remove")).code, 1);
      },
    ],

    demandPushed: [
      "takes the request beforehand where it demands that",
      async (site) => {
        await begin(site);
        await site.provider.demandPushed!(site.front);
        const browser = site.browser();
        await granted(site, browser, "alice");
        assert.deepEqual([...location(browser.hops[0]!).searchParams.keys()], ["client_id", "request_uri"]);
      },
    ],

    rotate: [
      "signs with a new key",
      async (site) => {
        await begin(site);
        await granted(site, site.browser(), "alice");
        await site.provider.rotate!();
        await granted(site, site.browser(), "alice");
      },
    ],

    endSession: [
      "ends the sessions of the router that began with its own",
      async (site) => {
        await begin(site, { backchannel_logout: "1" });
        await granted(site, site.browser(), "ursula", "operator");
        await granted(site, site.browser(), "alice");
        const session = (await site.router.sessions()).find(
          ({ values }) => values["sso_email"] === "alice@example.org",
        );
        await site.provider.endSession!("alice", String(session?.values["sso_sid"]));
        await expectOneLine(site, "LOGOUT", /by=provider email=alice@example\.org/);
        const left = (await site.router.sessions()).map(({ values }) => values["sso_email"]);
        assert.deepEqual(left, ["ursula@example.org"]);
      },
    ],

    disable: [
      "says that a user may not come any more, when it is asked again",
      async (site) => {
        await beginRevalidation(site);
        assert.deepEqual(await takeTurn(site.router), []);
        assert.deepEqual(await takeTurn(site.router), []);
        assert.equal((await site.router.sessions()).length, 1);
        await site.provider.disable!("alice");
        await endsAtTurn(site, /SESSION_ENDED reason=invalid_grant email=alice@example\.org /);
      },
    ],

    regroup: [
      "says that a user has left the group, when it is asked again",
      async (site) => {
        await site.provider.regroup!("ursula", true);
        await beginRevalidation(site, "ursula");
        assert.deepEqual(await takeTurn(site.router), []);
        await site.provider.regroup!("ursula", false);
        await endsAtTurn(site, /LOGOUT by=roles email=ursula@example\.org /);
      },
    ],

    endQuietly: [
      "says that its session has ended, when it is asked again",
      async (site) => {
        await beginRevalidation(site);
        await site.provider.endQuietly!("alice");
        await endsAtTurn(site, /SESSION_ENDED reason=invalid_grant email=alice@example\.org /);
      },
    ],

    programToken: [
      "gives a program a token, which is exchanged for a session",
      async (site) => {
        await begin(site);
        const { token, role, options } = await site.provider.programToken!();
        const machine = { access: ["api"], read: ["luci-mod-status-index"], ...role };
        await configure(site, { api_audience: programs.audience, ...options }, { ...roles, machine });
        const fields = {
          grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
          subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
          subject_token: token,
        };
        const hop = await site.browser().request(`${site.router.baseUrl}/token`, form(fields));
        const lines = await logLines(site, 1);
        assert.equal(hop.status, 200, `${hop.body} ${lines.join("\n")}`);
        assert.equal(lines[0]?.split(" ")[0], "TOKEN_EXCHANGED", lines.join("\n"));
      },
    ],
  };

  if (lacks("logout")) {
    delete always[loggedOut];
  }
  const able = can.flatMap((lever): [string, Trial][] => (levers[lever] === undefined ? [] : [levers[lever]]));
  return { ...always, ...Object.fromEntries([...wrong, ...able]) };
}
