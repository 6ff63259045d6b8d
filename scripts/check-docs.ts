/**
 * Whether what the documents name exists: README.md, CHANGELOG.md, docs/ and the READMEs of test/.
 *
 *   tsx scripts/check-docs.ts [FOLDER]     FOLDER is another repository than this one
 *
 * Links lead to a file and a heading in it; `make …` names a target; texts in backquotes that end like a file or a folder
 * of the repository name one, and those like `folder/module.name` a function, a constant or a type of the service; options of /etc/config/sso-login are options; no row of a table is apart from it. No document
 * is longer than 300 lines, without its generated tables, but the references of modules, options and codes. Each route of web/routes.ts is in
 * docs/architecture.md. No line of README.md is wider than 160
 * columns, without the addresses of its links, and no table there wider than 140. Prints `document:line: …` for each that is wrong, and
 * exits 1 then.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { section_rows } from "../src/sso_login/settings/option_table";
import { root as ownRoot } from "./generated";

const root = process.argv[2] ?? ownRoot;
/** The folders from which names of files count; those of a role's and the shipped files are in the package. */
const bases = [
  ".",
  "src",
  "src/sso_login",
  "src/lua",
  "test",
  "test/unit",
  "openwrt-feed/luci-app-sso-login/root/usr/share/luci",
];
const fileName = /^[\w.-]+(\/[\w.-]+)*(\/|\.(awk|c|h|js|json|lua|mk|sh|svg|ts|uc)|\/[\w.-]+\.md)$/;
const definition = /^((?:\w+\/)+\w+)\.(\w+)$/;
const references = ["docs/architecture.md", "docs/configuration.md", "docs/troubleshooting.md"];
const options = new Set(section_rows().map(({ name }) => name));
const roleOptions = new Set(["email", "group", "sub", "sub_issuer", "client", "access", "read", "write"]);

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const filesBelow = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))
    : [];

/** Targets of the Makefiles, with patterns as expressions; and that of OpenWrt's image builder. */
const targets = ["Makefile", "scripts/openwrt/packages.mk"]
  .filter((path) => existsSync(join(root, path)))
  .flatMap((path) => [...read(path).matchAll(/^([a-z][\w% /-]*):/gm)])
  .flatMap(([, names = ""]) => names.split(" "))
  .concat("image")
  .map((name) => new RegExp(`^${name.replace("%", "[\\w-]+")}$`));

/** A heading's anchor, as forges make it. */
function anchorsOf(path: string): string[] {
  const headings = [
    ...read(path)
      .replaceAll(/^```[^]*?^```/gm, "")
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return headings.map((name, index) => {
    const before = headings.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name}-${before}`;
  });
}

function linkProblem(document: string, target: string): string | undefined {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(root, file))) {
    return `there is no ${target}`;
  }
  const hasHeading =
    anchor === undefined || statSync(join(root, file)).isDirectory() || anchorsOf(file).includes(anchor);
  return hasHeading ? undefined : `there is no heading ${target}`;
}

/** Whether a module of the service defines what a text like `folder/module.name` names. */
function isDefined(text: string): boolean {
  const [, module = "", name = ""] = definition.exec(text) ?? [];
  const path = `src/sso_login/${module}.ts`;
  const defined = new RegExp(`^(export )?(const|function|interface|type) ${name}\\b`, "m");
  return existsSync(join(root, path)) && defined.test(read(path));
}

/** Names of options in a line: of configuration files and commands, and where the text says that it is one. */
function unknownOptions(line: string, inRole: boolean): string[] {
  const known = (name: string): boolean => options.has(name) || (inRole && roleOptions.has(name));
  const written = [...line.matchAll(/^\s+(?:option|list) (\w+) '|[Oo]ptions? `(\w+)`/g)].map(
    (found) => found[1] ?? found[2] ?? "",
  );
  const set = [...line.matchAll(/\bsso-login\.(\w+)\.(\w+)=/g)];
  return [
    ...written.filter((name) => !known(name)),
    ...set
      .filter(([, section, name = ""]) => !(section === "default" ? options : roleOptions).has(name))
      .map(([, , name = ""]) => name),
  ];
}

/** Lines of README.md that are wider than a screen; addresses of links do not count, as nobody reads them, nor what a program prints. */
function wideLines(lines: string[]): string[] {
  return lines.flatMap((line, index) => {
    if (/^(ok|error| {5}) {4}/.test(line)) {
      return [];
    }
    const most = line.startsWith("|") ? 140 : 160;
    const isWide = line.replaceAll(/\]\([^)\s]+\)/g, "]").length > most;
    return isWide ? [`README.md:${index + 1}: wider than ${most} columns`] : [];
  });
}

function problemsIn(document: string): string[] {
  const lines = read(document).split("\n");
  const problems: string[] = [];
  let block: string | undefined;
  let section = "";
  for (const [index, line] of lines.entries()) {
    const say = (text: string): number => problems.push(`${document}:${index + 1}: ${text}`);
    block = line.startsWith("```") ? (block === undefined ? line : undefined) : block;
    section = /^\s*config (\w+)/.exec(line)?.[1] ?? (block === undefined ? "" : section);
    const code =
      block !== undefined || line.startsWith("    ")
        ? [line.trim()]
        : [...line.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
    const commands = code.flatMap((text) => [...text.matchAll(/(?:^|; |&& |=\S* )make ([a-z][a-z0-9-]*)/g)]);
    commands
      .filter(([, name = ""]) => !targets.some((target) => target.test(name)))
      .forEach(([, name = ""]) => say(`there is no target ${name}`));
    if (block === undefined) {
      if (line.startsWith("|") && lines[index - 1] === "" && !/^\|[ :-]*-/.test(lines[index + 1] ?? "")) {
        say("a row without the head of its table");
      }
      [...line.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = ""]) => (/^\w+:/.test(target) ? undefined : linkProblem(document, target)))
        .forEach((problem) => problem !== undefined && say(problem));
      code
        .filter(
          (text) => fileName.test(text) && !text.startsWith("build/") && (line.startsWith("|") || text.includes("/")),
        )
        .filter((text) => ![...bases, dirname(document)].some((base) => existsSync(join(root, base, text))))
        .forEach((name) => say(`there is no ${name}`));
      code
        .filter((text) => definition.test(text) && !fileName.test(text) && !isDefined(text))
        .forEach((name) => say(`there is no ${name}`));
    }
    if (section === "" || section === "oidc" || section === "role") {
      unknownOptions(line, block === undefined || section === "role").forEach((name) =>
        say(`there is no option ${name}`),
      );
    }
  }
  const written = read(document).replaceAll(/<!-- prettier-ignore-start -->[^]*?<!-- prettier-ignore-end -->\n/g, "");
  if (document === "README.md") {
    problems.push(...wideLines(lines));
  }
  if (written.split("\n").length > 301 && !references.includes(document)) {
    problems.push(`${document}: over 300 lines`);
  }
  return problems;
}

/** Routes that docs/architecture.md lacks: each row's method and path, and the module of its endpoint. */
function missingWalks(): string[] {
  const [source, names] = ["web/routes.ts", "web/web_request.ts"].map((path) => {
    const file = join("src/sso_login", path);
    return existsSync(join(root, file)) ? read(file) : "";
  });
  const walks = existsSync(join(root, "docs/architecture.md")) ? read("docs/architecture.md") : "";
  const rows = [...(source ?? "").matchAll(/^ {2}\{\s+path: ([^,]+),([^]*?)endpoint: "(\w+)"/gm)];
  if (source !== "" && rows.length === 0) {
    return ["scripts/check-docs.ts: found no route in src/sso_login/web/routes.ts"];
  }
  return rows.flatMap(([, path = "", row = "", name = ""]) => {
    const module = name.startsWith("test_") ? "test_login" : name;
    const constant = new RegExp(`const ${path.replace("web_request.", "")} = "(.+)"`);
    const written = path.startsWith('"') ? path.slice(1, -1) : constant.exec(`${source ?? ""}\n${names ?? ""}`)?.[1];
    const request = `${/method: "(\w+)"/.exec(row)?.[1] ?? "GET"} ${written ?? path}`;
    const told = walks.includes(`\`${request}\``) || walks.includes(`\`${request}?`);
    return [
      ...(told ? [] : [`\`${request}\``]),
      ...(walks.includes(`\`web/endpoints/${module}\``) ? [] : [module]),
    ].map((what) => `docs/architecture.md: nothing about ${what} of src/sso_login/web/routes.ts`);
  });
}

const documents = [
  "README.md",
  "CHANGELOG.md",
  ...filesBelow("docs"),
  ...filesBelow("test").filter((path) => path.endsWith("README.md")),
];
const problems = documents.filter((path) => path.endsWith(".md") && existsSync(join(root, path))).flatMap(problemsIn);
problems.push(...missingWalks());
problems.forEach((line) => console.error(line));
process.exitCode = problems.length > 0 ? 1 : 0;
