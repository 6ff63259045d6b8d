/**
 * One whole login in a box, shown hop by hop; then the session's rights, and the logout.
 *
 *   tsx test/box/demo.ts     ROLE=admin (default), operator or viewer chooses who logs in; PROVIDERS=2 has a second one
 */
import { AssertionError, ok as check } from "node:assert/strict";
import { routerHost } from "./box.ts";
import { providerHost } from "./provider/identity-provider.ts";
import type { UbusSession } from "./router.ts";
import { parseSetCookie } from "../e2e/support/cookie-jar.ts";
import { headerValues, isRedirect, location, type Client, type Hop } from "../e2e/support/client.ts";
import { Scene, standardRoles } from "../e2e/support/scene.ts";

const userOf: Readonly<Record<string, string>> = { admin: "alice", operator: "ursula", viewer: "victor" };

/** A setting from the environment; another value than these ends the demo. */
function setting(name: string, values: readonly [string, ...string[]]): string {
  const value = process.env[name] ?? values[0];
  if (!values.includes(value)) {
    console.error(`demo: there is no ${name}=${value}; there are: ${values.join(" ")}`);
    process.exit(2);
  }
  return value;
}

const role = setting("ROLE", ["admin", "operator", "viewer"]);
const several = setting("PROVIDERS", ["1", "2"]) === "2";

function title(text: string, why: string): void {
  console.log(`\n${text}\n   ${why}\n`);
}

function shorten(text: string): string {
  return text.length > 8 ? `${text.slice(0, 4)}…` : text;
}

/** A path whose long segments, which are identifiers of some login, are cut. */
function showPath(path: string): string {
  return path
    .split("/")
    .map((part) => part.replace(/^[\w-]{30,}/, shorten))
    .join("/");
}

/** An address without what is secret in it: values of parameters and long path segments are cut. */
function showUrl(url: URL): string {
  const shown = ["response_type", "code_challenge_method", "scope", "redirect_uri", "iss"];
  const params = [...url.searchParams].map(
    ([name, value]) => `${name}=${shown.includes(name) ? value : shorten(value)}`,
  );
  return url.origin + showPath(url.pathname) + (params.length === 0 ? "" : `?${params.join("&")}`);
}

function showHop(hop: Hop): void {
  const who = hop.url.hostname === routerHost ? "router  " : "provider";
  console.log(`  ${who}  ${hop.method} ${showUrl(hop.url)}`);
  console.log(`            ${String(hop.status)}${isRedirect(hop) ? ` to ${showUrl(location(hop))}` : ""}`);
  for (const line of headerValues(hop, "set-cookie")) {
    const { name, value } = parseSetCookie(line);
    const attributes = showPath(line.split(";").slice(1).join(";"));
    console.log(`            cookie ${name}=${value === "" ? "(none)" : shorten(value)};${attributes}`);
  }
}

async function step<T>(text: string, why: string, client: Client, action: () => Promise<T>): Promise<T> {
  title(text, why);
  const before = client.hops.length;
  try {
    return await action();
  } finally {
    client.hops.slice(before).forEach((hop) => showHop(hop));
  }
}

function showGrants(session: UbusSession): number {
  let count = 0;
  for (const [scope, objects] of Object.entries(session.acls).sort()) {
    const grants = Object.entries(objects).sort();
    console.log(`  ${scope}`);
    for (const [object, functions] of grants) {
      count += functions.length;
      console.log(`    ${object}: ${functions.join(", ")}`);
    }
  }
  return count;
}

async function tryCall(scene: Scene, client: Client, object: string, method: string): Promise<boolean> {
  const answer = await scene.callUbus(scene.sessionOf(client), object, method);
  const permitted = answer.result?.[0] === 0;
  console.log(`  ${object} ${method}: ${permitted ? "permitted" : `refused (${answer.error?.message ?? "?"})`}`);
  return permitted;
}

async function showLog(scene: Scene): Promise<void> {
  title("The router's log", "Each login and logout has one line, which names the user and holds no secret.");
  const lines = await scene.router.readLog();
  lines.forEach((line) => console.log(`  ${line}`));
  const codes = lines.map((line) => line.split(" ")[0]).join(" ");
  check(codes === "LOGIN_GRANTED LOGOUT", `the log should hold a login and a logout: ${codes}`);
  const isNamed = lines.every((line) => line.includes(" provider=") === several);
  check(isNamed, "the log should name the provider where there are several, and only there");
  const log = (await scene.router.readWholeLog()).join("\n");
  const secrets = scene.secrets();
  check(!secrets.some((secret) => log.includes(secret)), "the log holds a secret");
  console.log(
    `  None of the ${String(secrets.length)} secrets, codes, verifiers, tokens and cookies of this login is in it.`,
  );
}

/** Logs out from a page of LuCI, and shows that the session is gone; the browser ends at the provider. */
async function logout(text: string, scene: Scene, client: Client, page: Hop, host: string): Promise<void> {
  const [session] = await scene.ssoSessions();
  // LuCI shows its entry only to users who have the group luci-base.
  const direct = `/cgi-bin/sso-login/logout?stoken=${String(session?.values["token"])}`;
  const path = /id="logout" href="([^"]*)"/.exec(page.body)?.[1] ?? direct;
  const why = "The router destroys the session, and the browser goes to the provider, which ends its own session, too.";
  const end = await step(text, why, client, () =>
    client.navigate(new URL(path, page.url), { initiator: scene.router.host }),
  );
  check(end.url.hostname === host && end.status === 200, "the logout should end at the provider");
  check((await scene.ssoSessions()).length === 0, "the session should be gone");
  const { status } = await client.request(`${scene.router.address}/cgi-bin/luci/`);
  check(status === 403, "the web interface should be closed");
}

async function demo(scene: Scene): Promise<string> {
  const name = userOf[role] ?? "";
  const client = scene.client();
  console.log(`Router ${scene.router.address}, identity provider ${scene.provider.issuer}, user ${name}`);

  const form = await step(
    "1. The login starts at the router",
    "The router sends the browser to the provider, with a state, a nonce and a PKCE challenge of this login alone.",
    client,
    () => scene.openForm(client),
  );
  check(form.status === 200 && form.url.hostname === providerHost, "the provider should show its form");
  const landing = await step(
    "2. The user logs in at the provider and comes back",
    "The browser brings a code; the router exchanges it for an ID Token, verifies that, and creates a ubus session.",
    client,
    () => client.submit(form, scene.credentials(name)),
  );
  check(landing.url.pathname === "/cgi-bin/webui/" && landing.status === 200, landing.body);
  const page = await step(
    "3. The landing page leads to the web interface",
    "LuCI's cookie is SameSite=Strict: the browser sends it only from a page of the router itself.",
    client,
    () => client.refresh(landing),
  );
  check(page.status === 200, "the web interface should be open");

  const [session, ...others] = await scene.ssoSessions();
  check(session !== undefined && others.length === 0, "there should be one session");
  const username = String(session.values["username"]);
  title(
    `4. The ubus session: username ${username}, ends after ${String(session.timeout)} s without use`,
    "It has exactly the rights of the user's role, which rpcd enforces at every call:",
  );
  const grants = showGrants(session);

  title("5. Calls of this session", "A call outside the role is refused, whatever a page may offer.");
  const board = await tryCall(scene, client, "system", "board");
  const reboot = await tryCall(scene, client, "system", "reboot");
  check(board && reboot === (role !== "viewer"), "the calls should follow the role");

  await logout("6. The logout", scene, client, page, providerHost);
  await showLog(scene);
  return `demo: logged in as ${String(session.values["sso_email"])}, role ${username}, ${String(grants)} grants`;
}

async function demoSecond(scene: Scene): Promise<string> {
  const roles = {
    ...standardRoles,
    staff: { group: ["router-admins"], provider: ["office"], read: ["luci-base", "luci-mod-*"] },
  };
  await scene.configure({}, roles);
  await scene.router.markLog();
  const client = scene.client();
  const start = `${scene.router.baseUrl}/?provider=office`;
  const landing = await step(
    "A login at the second provider",
    "Each provider has its own callback, keys and roles; this user has another role here.",
    client,
    () => client.fillIn(start, scene.credentials("alice"), {}),
  );
  check(landing.url.pathname === "/cgi-bin/webui/", landing.body);
  const page = await client.refresh(landing);
  const [session] = await scene.ssoSessions();
  const who = `${String(session?.values["sso_provider"])}, role ${String(session?.values["username"])}`;
  check(who === "office, role staff", who);
  await logout("The logout there", scene, client, page, "office.localhost");
  await showLog(scene);
  return `demo: logged in as ${String(session?.values["sso_email"])} at ${who}`;
}

const scene = await Scene.open(several ? { further: ["office"] } : {});
try {
  const first = await demo(scene);
  const last = several ? `${first}\n${await demoSecond(scene)}` : first;
  console.log(`\n${last}`);
} catch (error) {
  const log = await scene.router.readWholeLog();
  console.error(`\ndemo: ${error instanceof AssertionError ? error.message : String((error as Error).stack)}`);
  console.error(log.map((line) => `  ${line}`).join("\n"));
  process.exitCode = 1;
} finally {
  await scene.close();
}
