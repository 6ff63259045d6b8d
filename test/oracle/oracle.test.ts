/**
 * The hostile suite's ID Tokens, discovery documents, keys and logout tokens, put to mod_auth_openidc: what the service refuses
 * and accepts (which `make test-hostile` holds it to), another relying party refuses and accepts, or the difference has a
 * reason in differences.ts.
 *
 *   tsx test/oracle/oracle.test.ts [text...]     only the cases whose line holds one of the texts
 */
import assert from "node:assert/strict";
import { chmodSync, existsSync } from "node:fs";
import { issueCertificate, openAuthority } from "../box/certificates.ts";
import { IdentityProvider, providerHost } from "../box/provider/identity-provider.ts";
import { generateKeys } from "../box/provider/keys.ts";
import { Client, header, location } from "../e2e/support/client.ts";
import { callbackPath } from "../e2e/support/scene.ts";
import { titleOf, type Case, type Stage } from "../hostile/case.ts";
import { entries } from "../hostile/cases.ts";
import { chosen, finish, reasonOf, report } from "../tap.ts";
import { Apache, debian } from "./apache.ts";
import { differences } from "./differences.ts";
import { temporaryFolder } from "../temporary.ts";

type Verdict = "accepted" | "refused";

/** Sources whose every case is about what a provider signs or publishes. */
const asked =
  /^(oidcc-client-test|part D, (algorithms|claims|header and log injection, (discovery|ID Token)|ID Token|JSON|JWKS|key choice|signatures)|Back-Channel)/;

/** Whether a case is one for the oracle: roles, and what the options of a role's claims do, are none of its business. */
function isAsked(entry: Case): boolean {
  return asked.test(entry.source) && entry.end !== "USER_NOT_AUTHORIZED";
}

/** Servers and folders that the suite uses. */
interface World {
  stage: Stage;
  apache: Apache;
  caFile: string;
}

/** One login; accepted where it leads to the page that was asked for, or the browser to where the discovery document says. */
async function logIn({ stage, apache, caFile }: World, issuer: string, entry: Case): Promise<Verdict> {
  const client = new Client([caFile]);
  const start = await client.request(apache.start(issuer), { cookie: "x_csrf=1" });
  const target = header(start, "location");
  if (target?.startsWith(`${stage.provider.issuer}/auth?`) !== true) {
    return target === undefined ? "refused" : "accepted";
  }
  const user = entry.user ?? "alice";
  const credentials = { username: user, password: stage.provider.accounts.get(user)?.password ?? "" };
  const address = location(await client.fillIn(target, credentials, { stopBefore: callbackPath }));
  // A process of its may end without an answer.
  const hop = await client.request(address, { initiator: providerHost }).catch(() => undefined);
  return hop && header(hop, "location") === `${apache.address}/in` ? "accepted" : "refused";
}

async function logOut({ apache, caFile }: World, body: string): Promise<Verdict> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const address = `${apache.address}${callbackPath}?logout=backchannel`;
  const hop = await new Client([caFile]).request(address, { method: "POST", headers, body });
  return hop.status === 200 ? "accepted" : "refused";
}

/** Returns the oracle's verdict on a case: on its logout where it has one, after a login that must be accepted. */
async function ask(world: World, entry: Case): Promise<Verdict> {
  const { stage, apache } = world;
  const { provider } = stage;
  provider.behave();
  provider.forgetSessions();
  const { issuer } = provider;
  apache.knowOnly(issuer, { client_id: provider.client.id, client_secret: provider.client.secret });
  await entry.setUp?.(stage);
  const verdict = await logIn(world, issuer, entry);
  if (entry.logout === undefined) {
    return verdict;
  }
  assert.equal(verdict, "accepted", "the login before the logout");
  const form = entry.logout.form(stage);
  const first = await logOut(world, form);
  assert.equal(await logOut(world, form), "refused", "the same token again");
  return first;
}

/** Sentences of the table by case, and those that no difference has asked for yet. */
const reasons = new Map(Object.entries(differences).flatMap(([why, names]) => names.map((name) => [name, why])));
const unused = new Set(reasons.keys());

async function check(world: World, entry: Case): Promise<void> {
  try {
    const ours: Verdict = (entry.logout?.status ?? 200) === 200 && entry.end === "login" ? "accepted" : "refused";
    const theirs = await ask(world, entry);
    const name = `${titleOf(entry)}: ${ours}`;
    const why = reasons.get(entry.does);
    if (ours === theirs) {
      report(name);
    } else {
      unused.delete(entry.does);
      report(
        why === undefined ? name : `${name}, there ${theirs}: ${why}`,
        why === undefined ? `${theirs} there: ${world.apache.errors()}` : undefined,
      );
    }
  } catch (error) {
    report(titleOf(entry), `${reasonOf(error)}\n${world.apache.errors()}`);
  }
}

async function main(): Promise<void> {
  if (!existsSync(debian.file)) {
    console.log(`1..0 # SKIP the Debian package ${debian.package} is not installed and may not be`);
    return;
  }
  const cases = entries.filter(isAsked);
  const wanted = chosen(cases, titleOf);
  const folder = temporaryFolder("sso-login-oracle-");
  // Apache's processes are another user's.
  chmodSync(folder, 0o711);
  const open: { stop: () => unknown }[] = [];
  try {
    const authority = await openAuthority(folder);
    const apache = await Apache.start(folder, authority);
    open.push(apache);
    const provider = await IdentityProvider.start({
      certificate: await issueCertificate(authority, folder, [providerHost]),
      redirectUri: apache.address + callbackPath,
    });
    open.push(provider);
    // The chosen cases change the provider alone, and need no router.
    const stage = { provider, foreign: generateKeys() } as Stage;
    for (const entry of wanted) {
      await check({ stage, apache, caFile: authority.certFile }, entry);
    }
    if (wanted.length === cases.length) {
      report("every sentence belongs to a difference", unused.size > 0 ? [...unused].join("\n") : undefined);
    }
  } finally {
    for (const server of open.reverse()) {
      await server.stop();
    }
  }
  finish();
}

await main();
