/**
 * Writes what documents say of the sources' tables, so that each fact is written once:
 *
 *   README.md                 what the check prints about a wrong secret: check/finding_texts.ts
 *   README.md, docs/install.md, docs/packaging.md
 *                             sums of packed sizes: the tables of docs/packaging.md, of which make test-package checks ours
 *   docs/architecture.md      the folders of src/sso_login: eslint/layers.js
 *   docs/configuration.md     the table of options: settings/option_table.ts, what each means from the comment before it, by the
 *                             topics of the settings page (luci/provider/option_texts.ts)
 *   docs/roles.md             the table of LuCI's pages: scripts/luci-pages.ts
 *   docs/troubleshooting.md   web/errors.ts (the comments say when), check/finding_texts.ts and docs/data/troubleshooting.json
 *   docs/providers/           the settings page's presets, docs/data/providers.json and provider_turns.json
 *
 *   tsx scripts/gen-docs.ts           writes them
 *   tsx scripts/gen-docs.ts --check   writes nothing; exits 1 when a file is not what the tables give
 */
import "../test/luci/support/gettext.ts";
import { join } from "node:path";
import { layers } from "../eslint/layers.js";
import * as option_texts from "../src/luci/provider/option_texts";
import { presets, presetValues, type Preset } from "../src/luci/provider/presets";
import { fill, in_english } from "../src/sso_login/base/log_texts";
import { parts } from "../src/sso_login/check/finding_messages";
import { findings, here } from "../src/sso_login/check/finding_texts";
import { rules_for, section_rows, type OptionRow } from "../src/sso_login/settings/option_table";
import { errors } from "../src/sso_login/web/errors";
import { withNumbers } from "./doc-sizes";
import { fail, needed, read, root, settle } from "./generated";
import { pageRows } from "./luci-pages";

interface Troubles {
  /** Lines before the first section. */
  introduction: string[];
  /** Faults of ordinary days: what it is, what the user sees, the way on, what the log says; and the title of its end-to-end test. */
  breaks: [string, string, string, string, string][];
  /** Faults without a code of ours: what the user sees, what the log says, what to do. */
  symptoms: [string, string, string][];
  /** Lines of the log that are no refusals. */
  events: [string, string][];
  /** The section about alarms, line by line. */
  alarms: string[];
  /** Advice, by code. */
  codes: Record<string, string>;
  /** The rest of the log's line after the code, by finding; `%{id}` is a text of base/log_texts. */
  log: Record<string, string>;
  /** Findings that may carry several codes, or one that only a login shows. */
  calls: Record<string, string[]>;
}

const sections = ["groups", "second_factor", "logout", "traps"] as const;

interface ProviderNotes extends Record<(typeof sections)[number], string[]> {
  /** Of a provider that the settings page has no preset for. */
  preset?: Preset;
  tried: string;
  register: string[];
  /** Lines of a configuration file of the provider, in YAML. */
  example?: string[];
  link: string;
}

const troubles = JSON.parse(read("docs/data/troubleshooting.json")) as Troubles;
const notes = JSON.parse(read("docs/data/providers.json")) as Record<string, ProviderNotes>;
/** Provider with version, what ends a session at its next turn, and a remark. */
const turns = JSON.parse(read("docs/data/provider_turns.json")) as string[][];

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}

/** Text inside a table's cell, with the places of parameters. */
function cell(text: string): string {
  return text
    .replaceAll("%{here}", here)
    .replaceAll(/%\{(\w+)\}/g, "_$1_")
    .replaceAll("|", String.raw`\|`)
    .replaceAll("<", "&lt;");
}

/** The comments before the entries of a table in a source, by the name that `entry` finds after them. */
function commentsOf(path: string, entry: string): Map<string, string> {
  const found = read(path).matchAll(new RegExp(String.raw`^ {2}/\*\* (.+) \*/\n {2}${entry}`, "gm"));
  return new Map([...found].map(([, text = "", name = ""]) => [name, text]));
}

const whenLogged = commentsOf("src/sso_login/web/errors.ts", "([A-Z_]+): ");
const meanings = commentsOf("src/sso_login/settings/option_table.ts", String.raw`\{\s+name: "(\w+)"`);

/** A document with other texts in its generated places, in their order. */
function withGenerated(path: string, texts: string[]): string {
  const rest = [...texts];
  const place = /(?<=<!-- prettier-ignore-start -->\n)[^]*?(?=<!-- prettier-ignore-end -->)/g;
  const text = read(path).replaceAll(place, () => `\n${needed(rest.shift(), `a generated place of ${path}`)}\n`);
  return rest.length === 0 ? text : fail(`nothing is generated at a place of ${path}`);
}

// Architecture ----------------------------------------------------------------------------------------------------------

function architecture(): string {
  const folders = layers.flatMap((names) => Object.entries(names).map(([name, purpose]) => [`\`${name}/\``, purpose]));
  return withGenerated("docs/architecture.md", [table(["Folder", "Purpose"], folders)]);
}

// README ----------------------------------------------------------------------------------------------------------------

/** README.md with the check's words about a wrong secret, as the command prints them. */
function readme(): string {
  const [right, wrong] = [findings["options_ok"], findings["secret_wrong"]];
  const answer = fill(needed(parts["answer_code"], "an answer with a code"), { status: "401", code: "invalid_client" });
  const words = needed(parts["words_none"], "an answer without words");
  const text = fill(wrong?.text ?? "", { method: "client_secret_basic", answer, words });
  const lines = [
    `ok       ${right?.text ?? ""}`,
    "…",
    `error    ${text} [${needed(wrong?.code, "a wrong secret")}]`,
    `         ${needed(wrong?.advice, "a wrong secret")}`,
  ];
  const place = /(?<=`sso-login check` with a wrong secret:\n\n```\n)[^]*?(?=```)/;
  needed(place.exec(read("README.md"))?.[0], "the check in README.md");
  const steps = [...read("test/box/demo.ts").matchAll(/"(\d\. [^"]+)"/g)].map(([, title = ""]) => title);
  [steps[0], steps.at(-1)].forEach((title) =>
    needed(read("README.md").includes(`\n${title}\n`) ? title : undefined, `"${title}", a step of the demo`),
  );
  return withNumbers(
    read("README.md").replace(place, () => `${lines.join("\n")}\n`),
    "README.md",
  );
}

// Configuration ---------------------------------------------------------------------------------------------------------

function optionRow(option: OptionRow): string[] {
  const { name, kind, fallback, scope } = option;
  const code = (text: string): string => `\`${text}\``;
  const must = rules_for(option, "default")
    .map((rule) => in_english(rule))
    .join("; ");
  const meaning = needed(meanings.get(name), `option ${name}`);
  return [
    // The settings page links to it.
    `<a id="${name}"></a>${code(name)}`,
    kind === "required" ? "required" : fallback === undefined ? "" : code(fallback),
    scope === "router" ? "router" : scope === "first" ? "first" : "each",
    cell(must),
    meaning,
  ];
}

/** The table of options by topics, which are the groups of the settings page. */
function configuration(): string {
  const topics = [{ title: "Provider", texts: option_texts.provider as option_texts.Texts }, ...option_texts.groups];
  const topicOf = (name: string): string =>
    topics.find(({ texts }) => name in texts)?.title ?? (name === "password_login" ? "Login page and log-out" : "");
  section_rows().forEach(({ name }) => needed(topicOf(name) || undefined, `the topic of ${name}`));
  const rows = topics.flatMap(({ title }) => [
    [`**${title}**`, "", "", "", ""],
    ...section_rows()
      .filter(({ name }) => topicOf(name) === title)
      .map(optionRow),
  ]);
  return withGenerated("docs/configuration.md", [table(["Option", "Default", "Of", "Must", "Meaning"], rows)]);
}

// Troubleshooting -------------------------------------------------------------------------------------------------------

const head = ["The log says", "What happened, or what the check says", "What to do"];

/** The codes that a finding may carry. */
function codesOf(id: string): string[] {
  return [
    ...new Set([...(troubles.calls[id] ?? []), ...(findings[id]?.code === undefined ? [] : [findings[id].code])]),
  ];
}

function findingRow(id: string): string[] {
  const words = findings[id];
  const details = (troubles.log[id] ?? "").replaceAll(/%\{(\w+)\}/g, (_place, text: string) =>
    in_english({ id: text }),
  );
  const [first = "", ...others] = codesOf(id);
  const line = first === "" ? "" : `\`${`${first} ${cell(details)}`.trim()}\``;
  const also = others.length === 0 ? "" : `; also ${others.map((code) => `\`${code}\``).join(", ")}`;
  return [line + also, cell(words?.text ?? ""), cell(words?.advice ?? "")];
}

/** Rows of a code: when it is logged, then what the check finds of it, but for what a code before it has said. */
function rowsOf(code: string, before: string[]): string[][] {
  const found = Object.keys(findings).filter((id) => {
    const all = codesOf(id);
    return all.includes(code) && !all.some((other) => before.includes(other));
  });
  const own = [
    `\`${code}\``,
    cell(needed(whenLogged.get(code), code)),
    needed(troubles.codes[code], `what to do about ${code} in docs/data/troubleshooting.json`),
  ];
  return [own, ...found.map(findingRow)];
}

function troubleshooting(): string {
  const answers = new Map<string, string[]>();
  for (const [code, entry] of Object.entries(errors)) {
    const title = `${String(entry?.status)}: ${entry?.message ?? ""}`;
    answers.set(title, [...(answers.get(title) ?? []), code]);
  }
  // A finding without a line of the log stands only in the check, which says its advice as well.
  const others = Object.keys(findings).filter((id) => {
    const codes = codesOf(id);
    return codes.length > 0 && !codes.some((code) => errors[code] !== undefined);
  });
  const tests = read("test/e2e/everyday.test.ts");
  const ordinary = troubles.breaks.map(([what, seen, way, line, test]) => {
    needed(tests.includes(`"${test}": `) ? test : undefined, `the test "${test}" in test/e2e/everyday.test.ts`);
    return [what, seen, way, line];
  });
  const parts: [string, string][] = [
    ["On ordinary days", table(["What happened", "The user sees", "The way on", "The log says"], ordinary)],
    ["Problems without an error page", table(["The user sees", "The log says", "What to do"], troubles.symptoms)],
    [
      "Refusals",
      table(
        head,
        [...answers].flatMap(([title, codes]) => [
          [`**${title}**`, "", ""],
          ...codes.flatMap((code, index) => rowsOf(code, codes.slice(0, index))),
        ]),
      ),
    ],
    [
      "Other lines that the check explains",
      table(
        head,
        others.map((id) => findingRow(id)),
      ),
    ],
    ["What else the log says", table(["Code", "When"], troubles.events)],
    ["Lines to watch", `${troubles.alarms.join("\n")}\n`],
  ];
  return [`${troubles.introduction.join("\n")}\n`, ...parts.map(([title, text]) => `## ${title}\n\n${text}`)].join(
    "\n",
  );
}

// Providers -------------------------------------------------------------------------------------------------------------

const callback = "https://<router>/cgi-bin/sso-login/callback";
const generated =
  "<!-- Generated from src/luci/provider/presets.ts and docs/data/providers.json by `make docs`; do not edit. -->";

/** A preset as commands of uci; what is the service's default is left out. */
function commandsOf(preset: Preset): string {
  const { issuer, at_hash, token_endpoint_auth_method } = preset;
  const set = (option: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`set sso-login.default.${option}='${value}'`];
  const lines = [
    ...set("issuer_url", issuer),
    ...set("client_id", "<CLIENT_ID>"),
    ...set("client_secret", "<CLIENT_SECRET>"),
    ...set("redirect_uri", callback),
    ...set("scope", presetValues(preset, false)["scope"]),
    ...set("at_hash", at_hash),
    ...set("token_endpoint_auth_method", token_endpoint_auth_method),
    ...(preset.groups_claim ?? "")
      .split(" ")
      .filter((claim) => claim !== "")
      .map((claim) => `add_list sso-login.default.groups_claim='${claim}'`),
    ...set("enabled", "1"),
    "commit sso-login",
  ];
  return `\`\`\`sh\nuci batch <<'EOF'\n${lines.join("\n")}\nEOF\nreload_config\nsso-login check\n\`\`\`\n`;
}

const titles = { groups: "Groups", second_factor: "Second factor", logout: "Logout", traps: "Pitfalls" };

function providerPage(preset: Preset, said: ProviderNotes): string {
  const list = (lines: string[]): string => lines.map((line) => `- ${line}\n`).join("");
  const first = [`Redirect URI: \`${callback}\``, ...preset.notes, ...said.register];
  const example = said.example === undefined ? "" : `\n\`\`\`yaml\n${said.example.join("\n")}\n\`\`\`\n`;
  return [
    `${generated}\n\n# ${preset.name}\n\n${said.tried} Its own documentation: <${said.link}>.\n`,
    `## At the provider\n\n${list(first)}${example}`,
    `## On the router\n\nThe settings page has these values as a preset, or, on the command line:\n\n${commandsOf(preset)}` +
      "\nIf the provider's certificate is from a private authority, copy the authority's certificate to the router (there `mkdir -p /etc/sso-login`, then `scp -O ca.pem root@<router>:/etc/sso-login/`) and set `ca_file` to `/etc/sso-login/ca.pem`; the settings page takes it as well. Then add [roles](../roles.md); `sso-login check` says what is missing.\n",
    ...sections.map((name) => `## ${titles[name]}\n\n${list(said[name])}`),
  ]
    .join("\n")
    .replace("The settings page has these values as a preset, or, on the command line", (text) =>
      said.preset === undefined ? text : "The settings page has no preset for it; on the command line",
    );
}

/** The version and the day of a trial, as far as the page names them. */
function wasTried(tried: string): string {
  const told = /^Tried with (.+?) on (\d{4}-\d{2}-\d{2})[:,]/.exec(tried);
  if (told !== null) {
    return `${told[1] ?? ""}, ${told[2] ?? ""}`;
  }
  return tried.startsWith("Tried") ? "yes" : tried.startsWith("Not tried") ? "no" : "in part";
}

function providers(): Map<string, string> {
  const pages = Object.entries(notes).map(([id, said]): [Preset, ProviderNotes] => {
    const preset = said.preset ?? presets.find((candidate) => candidate.id === id);
    if (preset === undefined) {
      return fail(`docs/data/providers.json: src/luci/provider/presets.ts has no preset ${id}`);
    }
    return [preset, said];
  });
  presets.forEach(({ id }) => needed(notes[id]?.tried, `the provider ${id} in docs/data/providers.json`));
  const rows = pages.map(([{ id, name, issuer }, { tried }]) => [
    `[${name}](${id}.md)`,
    `\`${issuer}\``,
    wasTried(tried),
  ]);
  const index =
    `${generated}\n\n# Providers\n\nA page for each provider says what to register there, and describes groups, second factor, logout and pitfalls. Back-channel logout needs ` +
    "`backchannel_logout '1'` and this address at the provider: `https://<router>/cgi-bin/sso-login/backchannel-logout`.\n\n" +
    table(["Provider", "An issuer looks like", "Tried"], rows) +
    "\n## What ends a session at its next turn\n\nWith [`session_revalidate`](../revalidation.md), as tried in November 2026, for a session in which the change was made " +
    "at the provider. `no`: the provider goes on to prove the user, and `session_max_lifetime` ends the session. `unproved`: it ends when its last proof is older than three intervals, and at least an hour. A withdrawn consent was not tried at any.\n\n" +
    table(["Provider", "User disabled", "User deleted", "Out of the group", "E-mail changed", "Remark"], turns);
  return new Map([
    ["README.md", index],
    ...pages.map(([preset, said]): [string, string] => [`${preset.id}.md`, providerPage(preset, said)]),
  ]);
}

const unknown = [...Object.keys(troubles.log), ...Object.keys(troubles.calls)].filter(
  (id) => findings[id] === undefined,
);
const codes = Object.keys(troubles.codes).filter((code) => errors[code] === undefined);
if (unknown.length + codes.length > 0) {
  fail(`docs/data/troubleshooting.json: no such finding or code: ${[...unknown, ...codes].join(", ")}`);
}
settle(root, new Map([["README.md", readme()]]), "make docs");
settle(
  join(root, "docs"),
  new Map([
    ["architecture.md", architecture()],
    ["configuration.md", configuration()],
    ...["install.md", "packaging.md"].map((name): [string, string] => [
      name,
      withNumbers(read(`docs/${name}`), `docs/${name}`),
    ]),
    ["roles.md", withGenerated("docs/roles.md", [table(["Page", "`read`", "`write`", "Why"], pageRows())])],
    ["troubleshooting.md", troubleshooting()],
  ]),
  "make docs",
);
settle(join(root, "docs/providers"), providers(), "make docs", () => true);
