/**
 * The recipes of docs/contributing.md, each followed in a copy of the repository: with all steps the checks that they name pass, and without
 * a step the check that watches it says so.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { copyOfRepository } from "./copy.ts";

/** Addition of a step: a text after another one of a file, or at its end, where the file may be new. */
type Addition = [path: string, after: string | undefined, text: string];

interface Step {
  adds: Addition[];
  /** The check that finds its absence, and what that says. `built` needs the service generated anew; `rows` are steps without which specs do not come to others. */
  watched?: ["built" | "spec" | "rows" | "types" | "docs" | "walks" | "texts" | "codes" | "lua", RegExp];
}

const service = "src/sso_login";
const specs = "test/unit";

const recipes: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  "An option": {
    "1: the row": {
      adds: [
        [
          `${service}/settings/option_table.ts`,
          '  { name: "log_identity", kind: "flag", scope: "router", fallback: "1" },\n',
          '  { name: "greeting", kind: "flag", scope: "router", fallback: "0" },\n',
        ],
      ],
    },
    "1: the comment": {
      adds: [
        [
          `${service}/settings/option_table.ts`,
          '  { name: "log_identity", kind: "flag", scope: "router", fallback: "1" },\n',
          "  /** `1`: the router greets */\n",
        ],
      ],
      watched: ["docs", /nothing is said about option greeting/],
    },
    "2: title and help": {
      adds: [
        [
          "src/luci/provider/option_texts.ts",
          'a fingerprint instead of the e-mail address.",\n  },\n',
          '  greeting: {\n    title: "Greeting of the recipe",\n    help: "The router greets.",\n  },\n',
        ],
      ],
      watched: ["types", /option_texts\.ts.*'greeting' is missing/],
    },
    "4: the row of the spec": {
      adds: [
        [
          `${specs}/settings/option_table_spec.lua`,
          '  log_identity = { false, "1", { "0", "1" }, { "2", "no" }, "be one of 0, 1" },\n',
          '  greeting = { false, "0", { "0", "1" }, { "2", "no" }, "be one of 0, 1" },\n',
        ],
      ],
      watched: ["spec", /not ok .* knows exactly the options of the documents/],
    },
    "4: the default": {
      adds: [[`${specs}/settings/saved_config_spec.lua`, "backchannel_logout = false, ", "greeting = false, "]],
      watched: ["spec", /not ok .* fills in the defaults/],
    },
  },
  "An endpoint": {
    "1: the module": {
      adds: [
        [
          `${service}/web/endpoints/greeting.ts`,
          undefined,
          `/** GET /greeting: an endpoint of the recipe. */
import { ok } from "../../result";
import type { Admission } from "../rate_limit";

export function admit(): Admission {
  return { respond: () => ok({ status: 200, content_type: "text/plain", headers: [], body: "hello" }) };
}
`,
        ],
      ],
    },
    "2: the type": {
      adds: [[`${service}/web/routes.ts`, '  "start" | ', '"greeting" | ']],
      watched: ["lua", /routes\.ts.*greeting/],
    },
    "2: the late load": {
      adds: [
        [
          `${service}/web/routes.ts`,
          '    return (require("./endpoints/jwks") as typeof import("./endpoints/jwks")).admit(io);\n  }\n',
          '  if (name === "greeting") {\n    return (require("./endpoints/greeting") as typeof import("./endpoints/greeting")).admit();\n  }\n',
        ],
      ],
      watched: ["built", /not ok .*GET \/greeting greets/],
    },
    "2: the row": {
      adds: [
        [
          `${service}/web/routes.ts`,
          '  { path: "/jwks", window: "requests", endpoint: "jwks" },\n',
          '  { path: "/greeting", window: "requests", endpoint: "greeting" },\n',
        ],
      ],
    },
    "3: the walk": {
      adds: [["docs/architecture.md", "## Walks\n\n", "`GET /greeting`: `web/endpoints/greeting`.\n\n"]],
      watched: ["walks", /nothing about `GET \/greeting`/],
    },
    "4: the spec": {
      adds: [
        [
          `${specs}/web/endpoints/greeting_spec.lua`,
          undefined,
          `local requests = require("support.requests")

it("GET /greeting greets", function()
  assert.equal("hello", requests.run({ path = "/greeting" }).body)
end)
`,
        ],
      ],
    },
  },
  "A command": {
    "1: the row": {
      adds: [
        [
          `${service}/entry_points/cli.ts`,
          '  { name: "compile", run: keep_compiled },\n',
          '  { name: "greet", run: () => say("hello") },\n',
        ],
      ],
      watched: ["built", /not ok .*cli greets/],
    },
    "1: the help": {
      adds: [
        [
          `${service}/entry_points/cli.ts`,
          '  "  compile                          keep the programs compiled until the next boot",\n',
          '  "  greet                            greet",\n',
        ],
      ],
    },
    "2: the spec": {
      adds: [
        [
          `${specs}/entry_points/cli_spec.lua`,
          undefined,
          'it("cli greets", function() assert_said("greet", 0, { "hello" }, {}) end)\n',
        ],
      ],
    },
  },
  "A ubus method": {
    "1: the arguments": {
      adds: [[`${service}/entry_points/rpcd_plugin.ts`, `  '{"get":{"part":""},`, `"greet":{},`]],
    },
    "1: the function": {
      adds: [
        [
          `${service}/entry_points/rpcd_plugin.ts`,
          "  check,\n  check_step,\n",
          '  greet: () => ok({ said: "hello" }),\n',
        ],
      ],
      watched: ["built", /not ok .*rpcd_plugin greets/],
    },
    "2: the right": {
      adds: [
        [
          "openwrt-feed/luci-app-sso-login/root/usr/share/rpcd/acl.d/luci-app-sso-login.json",
          '"sso-login": [ "check", "check_step", "end_session", ',
          '"greet", ',
        ],
      ],
    },
    "4: the arguments in the spec": {
      adds: [[`${specs}/entry_points/rpcd_plugin_spec.lua`, '    get = { part = "" }, ', "greet = {}, "]],
      watched: ["rows", /not ok .*rpcd list names the methods/],
    },
    "4: the spec": {
      adds: [
        [
          `${specs}/entry_points/rpcd_plugin_spec.lua`,
          undefined,
          'it("rpcd_plugin greets", function() assert.equal("hello", run(world_of(), { "call", "greet" }, "{}").said) end)\n',
        ],
      ],
    },
  },
  "An error code": {
    "1: the code": {
      adds: [
        [
          `${service}/web/errors.ts`,
          "export const errors: { [code: string]: ErrorEntry | undefined } = {\n",
          "  /** the recipe is followed */\n  GREETING: { status: 400, message: log_in_again },\n",
        ],
      ],
    },
    "4: the advice": {
      adds: [["docs/data/troubleshooting.json", '  "codes": {\n', '    "GREETING": "Greet back.",\n']],
      watched: ["docs", /nothing is said about what to do about GREETING in docs\/data\/troubleshooting\.json/],
    },
    "5: the status": {
      adds: [["test/e2e/support/expect.ts", "export const statusOf = {\n", "  GREETING: 400,\n"]],
      watched: ["codes", /the service knows the same codes as the tests/],
    },
    "6: the case": {
      adds: [["test/e2e/callback.test.ts", undefined, '// "GREETING"\n']],
      watched: ["codes", /each code has a test that expects it/],
    },
  },
  "A finding of the check": {
    "1: the text": {
      adds: [
        [
          `${service}/check/finding_texts.ts`,
          "export const findings: { [id: string]: FindingText | undefined } = {\n",
          '  router_greeting: { text: "The router of the recipe says %{word}.", advice: "Greet back, as the recipe says." },\n',
        ],
      ],
    },
    "2: the part that finds it": {
      adds: [
        [
          `${service}/check/web_server_check.ts`,
          'report.ok(run, "router_certificate", { origin });\n',
          '  } else if (failure.error === "greeting") {\n    report.warning(run, "router_greeting", { word: "hello" });\n',
        ],
      ],
      watched: ["built", /not ok .*router_greeting has words, and a module that finds it/],
    },
    "3: the level": {
      adds: [[`${specs}/support/checkup.lua`, "router_certificate_ends ", "router_greeting "]],
      watched: ["spec", /the finding router_greeting is warning: one with advice is an error/],
    },
    "4: the row": {
      adds: [
        [
          `${specs}/check/web_server_check_spec.lua`,
          '    { "takes the probe\'s answer", \'{"enabled":true}\', router_ok },\n',
          '    { "finds a greeting", { failure = "greeting" }, only("router_greeting", "The router of the recipe says hello.") },\n',
        ],
      ],
      watched: ["rows", /no row expects the finding router_greeting/],
    },
  },
  "A language": {
    "1: the texts": {
      adds: [
        [
          "openwrt-feed/luci-app-sso-login/po/es/sso-login.po",
          undefined,
          'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n',
        ],
      ],
    },
    "2: offered": {
      adds: [[`${service}/web/negotiation.ts`, 'const offered = ["en", "de", "fr"', ', "es"']],
      watched: ["built", /not ok .*negotiation\.choose_language takes es/],
    },
    "2: the words": {
      adds: [
        [
          `${service}/web/negotiation.ts`,
          'typeof import("./generated/words_fr")).words };\n  }\n',
          '  if (language === "es") {\n    return { language, words: (require("./generated/words_es") as typeof import("./generated/words_es")).words };\n  }\n',
        ],
      ],
    },
    "3: the spec": {
      adds: [[`${specs}/web/negotiation_spec.lua`, '["deu"] = "en", ', '["es-MX"] = "es", ']],
    },
  },
};

const folder = copyOfRepository();
const po = join(folder, "openwrt-feed/luci-app-sso-login/po");
const tsx = ["--import", "tsx"];

function run(command: string, ...args: string[]): { status: number | null; said: string } {
  const env = {
    ...process.env,
    TESTS: "",
    HARNESS_ACTIVE: "",
    CRYPTO: "mbedtls",
    NODE_TEST_CONTEXT: undefined,
    MAKEFLAGS: "",
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", env });
  return { status, said: stdout + stderr };
}

/** Writes the files of all steps but some, each from what it was. */
function follow(leftOut: (title: string) => boolean): void {
  const texts = new Map<string, string>();
  for (const [recipe, steps] of Object.entries(recipes)) {
    for (const [name, { adds }] of Object.entries(steps)) {
      for (const [path, after, text] of adds) {
        const before = texts.get(path) ?? originalOf(path);
        const at = after === undefined ? before.length : before.indexOf(after);
        assert.ok(at >= 0, `${path} has no ${String(after)}`);
        const end = at + (after ?? "").length;
        texts.set(path, leftOut(`${recipe}, ${name}`) ? before : before.slice(0, end) + text + before.slice(end));
      }
    }
  }
  for (const [path, text] of texts) {
    // The generator adds the texts to this one, of which only a recipe is left out.
    if (path.startsWith("openwrt-feed/luci-app-sso-login/po/") && readdirSync(po).includes("es")) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text === "") rmSync(join(folder, path), { force: true });
    else writeFileSync(join(folder, path), text);
  }
}

function originalOf(path: string): string {
  try {
    return readFileSync(join(repositoryRoot, path), "utf8");
  } catch {
    return "";
  }
}

/** Translates what is not: each text by itself. */
function translate(): void {
  for (const language of readdirSync(po).filter((name) => name !== "templates")) {
    const path = join(po, language, "sso-login.po");
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replaceAll(/^msgid "(.+)"\nmsgstr ""$/gm, (_all, id: string) => `msgid "${id}"\nmsgstr "${id}"`),
    );
  }
}

function checkSpecs(): { status: number | null; said: string } {
  return run(
    "test/unit/run.sh",
    "settings/option_table",
    "settings/saved_config",
    "web/endpoints/greeting",
    "web/negotiation",
    "check/web_server_check",
    "check/finding_texts",
    "entry_points/cli",
    "entry_points/rpcd_plugin",
  );
}

const checks = {
  lua: () => run("node", ...tsx, "scripts/build-lua.ts"),
  spec: () => checkSpecs(),
  rows: () => checkSpecs(),
  types: () => run("node_modules/.bin/tsc", "--noEmit", "-p", "tsconfig.luci.json"),
  docs: () => run("node", ...tsx, "scripts/gen-docs.ts", "--check"),
  walks: () => run("node", ...tsx, "scripts/check-docs.ts"),
  texts: () => run("scripts/i18n.sh", "--check"),
  codes: () => run("node", ...tsx, "--test", "test/e2e/codes.test.ts"),
};

/** The steps that a check watches, by their titles. */
function watchedBy(check: string): Map<string, RegExp> {
  const all = Object.entries(recipes).flatMap(([recipe, steps]) =>
    Object.entries(steps).map(([name, { watched }]) => ({ title: `${recipe}, ${name}`, watched })),
  );
  return new Map(all.flatMap(({ title, watched }) => (watched?.[0] === check ? [[title, watched[1]] as const] : [])));
}

function expectRed({ status, said }: { status: number | null; said: string }, steps: Iterable<[string, RegExp]>): void {
  for (const [title, words] of steps) {
    assert.match(said, words, title);
  }
  assert.notEqual(status, 0, said);
}

describe("recipes", () => {
  test("each recipe that is followed is in the document", () => {
    const text = readFileSync(join(repositoryRoot, "docs/contributing.md"), "utf8");
    for (const [recipe, steps] of Object.entries(recipes)) {
      const [, body = ""] = text.split(`\n### ${recipe}\n`);
      for (const [, number] of Object.keys(steps).map((name) => /^(\d):/.exec(name) ?? [])) {
        assert.match(body.split("\n### ")[0] ?? "", new RegExp(`^${String(number)}\\. `, "m"), recipe);
      }
    }
  });

  test("a text without translation is named once with its languages", () => {
    follow(() => false);
    assert.equal(run("scripts/i18n.sh").status, 0);
    const { status, said } = checks.texts();
    assert.deepEqual(
      [status, said.match(/no translation of "Greeting of the recipe"/g)?.length],
      [1, 1],
      said.slice(-2000),
    );
    assert.match(said, /^de, es, fr: no translation of "Greeting of the recipe"$/m);
  });

  test("with all steps all checks pass", () => {
    translate();
    for (const script of ["catalogues", "build-lua", "gen-docs"]) {
      const { status, said } = run("node", ...tsx, `scripts/${script}.ts`);
      assert.equal(status, 0, said);
    }
    for (const [name, check] of Object.entries(checks).filter(([other]) => other !== "rows")) {
      const { status, said } = check();
      assert.equal(status, 0, `${name}: ${said.slice(-4000)}`);
    }
  });

  test("a step in specs, documents and types that is left out is found", () => {
    for (const check of ["docs", "walks", "codes", "types", "spec", "rows"] as const) {
      // One at a time where the first ends the check.
      const steps = [...watchedBy(check)];
      for (const round of check === "docs" ? steps.map((step) => [step]) : [steps]) {
        follow((title) => round.some(([name]) => name === title));
        expectRed(checks[check](), round);
      }
    }
  });

  test("a step in the service that is left out is found", () => {
    follow((title) => watchedBy("lua").has(title));
    expectRed(checks.lua(), watchedBy("lua"));
    follow((title) => watchedBy("built").has(title));
    assert.equal(checks.lua().status, 0);
    expectRed(checks.spec(), watchedBy("built"));
  });
});
