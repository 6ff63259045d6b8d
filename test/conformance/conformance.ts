/**
 * Runs the plans of the OpenID Foundation's conformance suite for relying parties against the service in the box.
 *
 *   SUITE=https://localhost:8443 tsx test/conformance/conformance.ts [TEXT...]     plans whose names have a TEXT in them
 *   CONFIGURATION=NAME SUITE=… tsx …     with another configuration of the router and its client
 *   SUITE=… tsx test/conformance/conformance.ts --reach     only whether the suite answers
 */
import { startBox } from "../box/box.ts";
import { chosenRuntime } from "../box/install.ts";
import { boxRouter } from "../box/routers.ts";
import { Client, isRedirect, location } from "../e2e/support/client.ts";
import { callbackPath } from "../e2e/support/scene.ts";
import { takeTurn } from "../e2e/support/revalidation.ts";
import { chosen, comment, finish, reasonOf, report, skip } from "../tap.ts";
import { authorityOf, Suite, waitTimeout, type Module } from "./suite.ts";

interface Plan {
  name: string;
  /** The choices that the plan leaves open. */
  variant: Record<string, string>;
  /** The browser logs out after the login. */
  logout?: boolean;
  /** The router asks again by the refresh token of the login. */
  refresh?: boolean;
}

/** A set-up of the router and its client; what is absent is left to the router. */
interface Configuration {
  token_endpoint_auth_method?: string;
  id_token_algs?: readonly string[];
  /** Metadata of the client at the suite, besides the usual. */
  client?: Readonly<Record<string, string>>;
  /** `sso-login register` makes the client. */
  registers?: boolean;
}

const configurations: Readonly<Record<string, Configuration>> = {
  certification: { token_endpoint_auth_method: "client_secret_basic", id_token_algs: ["RS256"] },
  defaults: {},
  client_secret_post: { token_endpoint_auth_method: "client_secret_post" },
  private_key_jwt: { token_endpoint_auth_method: "private_key_jwt" },
  es256: { client: { id_token_signed_response_alg: "ES256" } },
  registered: { registers: true },
};
const configurationName = process.env["CONFIGURATION"] ?? "certification";
const { client: ownClient, registers = false, ...ownOptions } = configurations[configurationName] ?? unknown();

const basic = "client_secret_basic";
const auth = ownOptions.token_endpoint_auth_method ?? basic;

// With a given client the suite itself ends the module of a login that somebody else starts: it goes on before it is set up.
const dynamic = { client_registration: "dynamic_client", request_type: "plain_http_request" };
const given = registers ? dynamic : { ...dynamic, client_registration: "static_client" };
const code = { ...given, client_auth_type: auth, response_mode: "default" };
const registering = { ...code, ...dynamic, response_type: "code" };
const basicPlan = "oidcc-client-basic-certification-test-plan";

const plans: readonly Plan[] = [
  { name: basicPlan, variant: given },
  { name: "oidcc-client-config-certification-test-plan", variant: code },
  { name: "oidcc-client-test-3rd-party-init-login-test-plan", variant: registering },
  { name: "oidcc-client-rp-initiated-logout-rp-basic", variant: code, logout: true },
  { name: "oidcc-client-back-channel-logout-rp-basic", variant: code, logout: true },
  { name: "oidcc-client-refreshtoken-test-plan", variant: { ...code, response_type: "code" }, refresh: true },
];

/** The suite finishes this module at the discovery request, and fails it if any request comes later. */
const discovery = "oidcc-client-test-discovery-openid-config";

const unsigned = "oidcc-client-test-idtoken-sig-none";

/** Codes of the lines that the router logs, where they are not those of one login. */
const codes: Readonly<Record<string, string>> = {
  [discovery]: "",
  "oidcc-client-test-invalid-iss": "ID_TOKEN_VERIFICATION_FAILED",
  "oidcc-client-test-missing-sub": "ID_TOKEN_VERIFICATION_FAILED",
  "oidcc-client-test-invalid-aud": "ID_TOKEN_VERIFICATION_FAILED",
  "oidcc-client-test-missing-iat": "ID_TOKEN_VERIFICATION_FAILED",
  [unsigned]: "UNSUPPORTED_ALGORITHM",
  "oidcc-client-test-invalid-sig-rs256": "ID_TOKEN_VERIFICATION_FAILED",
  "oidcc-client-test-userinfo-invalid-sub": "ID_TOKEN_VERIFICATION_FAILED",
  "oidcc-client-test-nonce-invalid": "NONCE_MISMATCH",
  "oidcc-client-test-discovery-issuer-mismatch": "DISCOVERY_ISSUER_MISMATCH",
  "oidcc-client-test-signing-key-rotation": "LOGIN_GRANTED LOGIN_GRANTED",
};

/** Codes that the router must log in a module: the suite does not see what the router makes of its answers. */
function expected(plan: Plan, module: string): string {
  if (plan.refresh === true) {
    return `LOGIN_GRANTED${module.includes("-invalid-") ? " SESSION_ENDED" : ""}`;
  }
  if (plan.logout !== true) {
    return codes[module] ?? "LOGIN_GRANTED";
  }
  // These send a logout token that is wrong.
  const isRefused = module.startsWith("oidcc-client-test-rp-backchannel-rpinitlogout-");
  return `LOGIN_GRANTED LOGOUT${isRefused ? " LOGOUT_REFUSED" : ""}`;
}

/** Names the configurations, and ends. */
function unknown(): never {
  console.error(`CONFIGURATION is none of ${Object.keys(configurations).join(", ")}`);
  process.exit(2);
}

const address = process.env["SUITE"]?.replace(/\/$/, "") ?? "";
if (address === "") {
  console.error("SUITE is not set: make conformance SUITE=https://localhost:8443 (test/conformance/README.md)");
  process.exit(2);
}

const isOnlyAsked = process.argv[2] === "--reach";
const played = isOnlyAsked ? [] : chosen(plans, ({ name }) => name);
const authority = await authorityOf(address).catch((error: unknown) => {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  console.error(`The suite does not answer at ${address} (${code}): start it (test/conformance/README.md).`);
  process.exit(2);
});
if (isOnlyAsked) {
  process.exit(0);
}
const box = await startBox();
const router = boxRouter(box);
const suiteAuthority = "/etc/suite-ca.pem";
await router.writeFile(suiteAuthority, authority);
const newBrowser = (): Client => new Client([router.caFile, router.path(suiteAuthority)]);
const suite = new Suite(address, newBrowser());

const redirectUri = router.address + callbackPath;
const postLogoutRedirectUri = `${router.address}/`;
const credentials = { client_id: "router", client_secret: "a-secret-of-the-router-at-the-suite" };

/** Writes the router's configuration for a module, and removes all that it has kept. */
async function configure(plan: Plan, module: string, issuer: string): Promise<void> {
  const options = {
    enabled: "1",
    issuer_url: issuer,
    ...credentials,
    redirect_uri: redirectUri,
    post_logout_redirect_uri: postLogoutRedirectUri,
    scope: "openid profile email",
    ...ownOptions,
    backchannel_logout: "1",
    ...(plan.refresh === true && { session_revalidate: "300" }),
    ca_file: router.path(suiteAuthority),
  };
  // The suite's one user, whose e-mail is not verified.
  const admin = { sub: ["user-subject-1234531"], sub_issuer: issuer, read: ["*"], write: ["*"] };
  await router.setConfig(options, { admin });
  await router.clearState();
  if ((registers && module !== discovery) || plan.variant === registering) {
    await router.shell(`rm -f ${router.path("/etc/sso-login/registration.json")}`);
    const { stdout } = await router.commandLine("register");
    comment(`sso-login register: ${stdout}`);
  }
  for (const { id } of await router.sessions()) {
    await router.destroySession(id);
  }
  await router.markLog();
}

/** A login in a new browser, up to the page of LuCI or of the refusal. */
async function logIn(start: string, initiator: string): Promise<Client> {
  const browser = newBrowser();
  const last = await browser.navigate(start, { initiator, stopBefore: callbackPath });
  if (isRedirect(last)) {
    const landing = await browser.navigate(location(last), { initiator: last.url.hostname });
    if (landing.url.pathname === "/cgi-bin/webui/") {
      await browser.refresh(landing);
    }
  }
  return browser;
}

/** The router's own lines of a module that go to no web server's log. */
let more: string[] = [];

/** As many logins as the router is to grant, at least one, each with its logout or the turn of its session. */
async function play(plan: Plan, module: string): Promise<void> {
  const logins = expected(plan, module).match(/LOGIN_GRANTED/g)?.length ?? 1;
  for (let count = 0; count < logins; count += 1) {
    const browser = await logIn(`${router.baseUrl}/`, router.host);
    if (plan.logout === true) {
      await browser.navigate(`${router.address}/cgi-bin/luci/admin/logout`, { initiator: router.host });
    }
    if (plan.refresh === true) {
      more = (await takeTurn(router)).filter((line) => !line.startsWith("LOGIN_GRANTED"));
    }
  }
}

/** Runs a module; the test passes when the suite says so and the router has logged what it must. */
async function judge(plan: Plan, planId: string, module: Module): Promise<void> {
  const running = await suite.start(planId, module);
  more = [];
  await configure(plan, module.testModule, running.issuer);
  if (module.testModule === discovery) {
    await newBrowser().request(`${router.baseUrl}/`);
  } else if (plan.variant === registering) {
    await logIn(await suite.visit(running.id), new URL(address).hostname);
  } else {
    await play(plan, module.testModule);
  }
  const { outcome, reasons } = await suite.finish(running.id);
  const lines = [...(await router.readLog()), ...more.map((line) => line.replace(/^.*?: /, ""))];
  const logged = lines.map((line) => line.split(" ")[0]).join(" ");
  const must = expected(plan, module.testModule);
  const name = `${plan.name}: ${module.testModule}: ${outcome}`;
  if (logged !== must) {
    report(name, `the router logged ${logged}, and not ${must}`);
  } else if (outcome === "SKIPPED") {
    skip(name, reasons.join("; "));
  } else {
    // A warning, or a result that a person is to review, is not passed.
    report(name, outcome === "PASSED" ? undefined : `the suite does not pass it: ${reasons.join("; ")}`);
  }
  comment([...reasons, ...lines.map((line) => `router: ${line}`)].join("\n"));
}

/** The modules of a plan that can be run; those of the basic plan are for client_secret_basic, unless they are of the plan of all. */
async function modulesOf(plan: Plan): Promise<{ id: string; modules: Module[] }> {
  const made = await suite.createPlan(plan.name, plan.variant, configuration);
  const isOther = auth !== basic && plan.name === basicPlan;
  // The suite registers a client for unsigned tokens, which the router refuses; and one module has client_secret_basic with any method.
  const impossible = [...(registers ? [unsigned] : []), ...(isOther ? ["oidcc-client-test-client-secret-basic"] : [])];
  const names = made.modules.map(({ testModule }) => testModule).filter((name) => !impossible.includes(name));
  const all = { ...code, response_type: "code" };
  const { id, modules } = isOther ? await suite.createPlan("oidcc-client-test-plan", all, configuration) : made;
  return { id, modules: modules.filter(({ testModule }) => names.includes(testModule)) };
}

const client = {
  client_name: "router",
  ...credentials,
  ...ownClient,
  // After the router has made a key.
  jwks: JSON.parse((await router.commandLine("key", "new")).stdout) as object,
  backchannel_logout_uri: `${router.baseUrl}/backchannel-logout`,
  redirect_uri: redirectUri,
  post_logout_redirect_uri: postLogoutRedirectUri,
};
const configuration = { description: "sso-login in the box", waitTimeoutSeconds: waitTimeout, client };

try {
  const router = `router in ${chosenRuntime()}, configuration ${configurationName}`;
  comment(`suite ${await suite.version()}; ${router}; ${new Date().toISOString().slice(0, 10)}`);
  for (const plan of played) {
    const { id, modules } = await modulesOf(plan);
    for (const module of modules) {
      await judge(plan, id, module).catch((error: unknown) => {
        report(`${plan.name}: ${module.testModule}`, reasonOf(error));
      });
    }
  }
} finally {
  await box.stop();
}
finish();
