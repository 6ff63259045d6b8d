/** The check of the documents: what they name exists. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { it } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder, writeFiles } from "../temporary.ts";

const document = `# Some: words, \`code\` and more

Text names \`src/none.ts\`, \`some.ts\`, \`build/none.ts\` and [a place](#some-words-code-and-more), [none](#some-words),
[another](b.md#twice-1), [none](b.md#twice-2), [a file](none.md), [the web](https://example.org/none).

| Module | Tests |
| --- | --- |
| \`web/routes.ts\`, \`scripts/\` | \`unit/router_spec.lua\`, \`a word\`, \`text/plain\` |
| \`web/rooter.ts\`, \`web/routes.handle\`, \`web/routes.hand\`, \`web/rooter.handle\`, \`docs/images/\` | \`unit/router_spec.ts\` |

| apart | from it |

Run \`make test\`, \`make test-e2e-ucode TESTS=make\` or \`make rest\`; option \`scope\`, option \`scoop\`.

\`\`\`
make all && make clean
config oidc 'default'
	option enabled '1'
	option email 'a'
config role 'r'
	list email 'a'
	list emails 'a'
config other
	option any 'a'
\`\`\`

\`\`\`
set sso-login.default.client_idd='a'
set sso-login.r.group='a'
# make nothing of a comment's words
\`\`\`
`;

const files: Readonly<Record<string, string>> = {
  "README.md": `${"x".repeat(161)}\n${`[${"x".repeat(158)}](docs/b.md)`}\n| ${"x".repeat(139)} |\n| --- |\n${"line\n".repeat(297)}`,
  Makefile: "test clean: setup\ntest-%-ucode: ; @true\nmake = no\n",
  "docs/a.md": document,
  "docs/b.md": "# Twice\n\n# Twice\n",
  "docs/configuration.md": "line\n".repeat(301),
  "docs/troubleshooting.md": "line\n".repeat(301),
  "docs/walks.md": "`GET /`: `web/endpoints/start`\n`GET /callback?code=…`: `web/endpoints/callback`\n`POST /token`\n",
  "src/sso_login/web/web_request.ts": 'export const exchange_path = "/token";\n',
  "src/sso_login/web/routes.ts": `export function handle() {}
  { path: "/", endpoint: "start" },
  {
    path: "/callback",
    endpoint: "callback",
  },
  { path: web_request.exchange_path, method: "POST", endpoint: "token_exchange" },
  { path: "/jwks", endpoint: "start" },
`,
  "scripts/none.ts": "",
  "test/unit/router_spec.lua": "",
};

it("reports missing links, files, functions, targets, options and routes, and a document that is too long or too wide", () => {
  const root = temporaryFolder("docs-test-");
  writeFiles(root, files);
  const run = spawnSync(process.execPath, ["--import", "tsx", join(repositoryRoot, "scripts/check-docs.ts"), root], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  assert.deepEqual(run.stderr.trim().split("\n"), [
    "README.md:1: wider than 160 columns",
    "README.md:3: wider than 140 columns",
    "README.md: over 300 lines",
    "docs/a.md:3: there is no heading #some-words",
    "docs/a.md:3: there is no src/none.ts",
    "docs/a.md:4: there is no heading b.md#twice-2",
    "docs/a.md:4: there is no none.md",
    "docs/a.md:9: there is no web/rooter.ts",
    "docs/a.md:9: there is no docs/images/",
    "docs/a.md:9: there is no unit/router_spec.ts",
    "docs/a.md:9: there is no web/routes.hand",
    "docs/a.md:9: there is no web/rooter.handle",
    "docs/a.md:11: a row without the head of its table",
    "docs/a.md:13: there is no target rest",
    "docs/a.md:13: there is no option scoop",
    "docs/a.md:16: there is no target all",
    "docs/a.md:19: there is no option email",
    "docs/a.md:22: there is no option emails",
    "docs/a.md:28: there is no option client_idd",
    "docs/walks.md: nothing about token_exchange of src/sso_login/web/routes.ts",
    "docs/walks.md: nothing about `GET /jwks` of src/sso_login/web/routes.ts",
  ]);
  assert.equal(run.status, 1);
});
