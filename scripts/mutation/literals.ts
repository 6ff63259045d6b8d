/** Numbers and texts in the generated Lua: each is changed by a mutation, or exempt for a reason. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Span } from "./mutations";

export interface Literal extends Span {
  /** As it is written. */
  text: string;
  /** The line it stands in, from 1. */
  line: number;
  /** That line, without blanks around it. */
  context: string;
}

/** Literals of test/conformance/exemptions.json. */
export interface Exemption {
  /** Modules by name; `*` stands for any characters. */
  modules: string[];
  /** Regular expressions on a line, each of whose groups is an exempt literal; without them the whole modules are. */
  lines?: string[];
  reason: string;
}

const token = /--[^\n]*|"(?:\\[^]|[^"\\\n])*"|\b\d+(?:\.\d+)?(?:e\d+)?\b/g;

/** The literals of a Lua text; names of modules that it loads are none. */
export function literalsOf(file: string, text: string): Literal[] {
  return [...text.matchAll(token)].flatMap((found) => {
    const [literal] = found;
    const from = found.index;
    const isModule = /require\($/.test(text.slice(0, from));
    if (literal.startsWith("--") || isModule) {
      return [];
    }
    const start = text.lastIndexOf("\n", from) + 1;
    const end = text.indexOf("\n", from);
    return [
      {
        file,
        from,
        to: from + literal.length,
        text: literal,
        line: text.slice(0, from).split("\n").length,
        context: text.slice(start, end < 0 ? undefined : end).trim(),
      },
    ];
  });
}

/** All literals of the generated Lua below the feed's folder. */
export function allLiterals(feed: string): Literal[] {
  const folder = join(feed, "sso-login/lua/sso_login");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".lua"))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return literalsOf(relative(feed, path), readFileSync(path, "utf8"));
    });
}

function isOfModule({ file }: Literal, modules: readonly string[]): boolean {
  const name = file.replace(/^.*\/sso_login\//, "").replace(/\.lua$/, "");
  return modules.some((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name));
}

/** Whether a literal is one of the groups of an expression that matches its line. */
function isInLine({ text, context }: Literal, expression: string): boolean {
  return [...context.matchAll(new RegExp(expression, "g"))].some(([whole, ...groups]) =>
    (groups.length === 0 ? [whole] : groups).some((group) => group === text),
  );
}

/** Whether an exemption is about a literal. */
export function isExempt(literal: Literal, { modules, lines }: Exemption): boolean {
  return (
    isOfModule(literal, modules) && (lines ?? [".*"]).some((line) => lines === undefined || isInLine(literal, line))
  );
}

/** Literals that no mutation changes and nothing exempts; exemptions, or expressions of them, that nothing needs. */
export function checkLiterals(
  literals: readonly Literal[],
  mutated: readonly Span[],
  exemptions: readonly Exemption[],
): string[] {
  const spans = new Map<string, Span[]>();
  for (const span of mutated) {
    spans.set(span.file, [...(spans.get(span.file) ?? []), span]);
  }
  const left = literals.filter(
    ({ file, from, to }) => !(spans.get(file) ?? []).some((span) => span.from < to && from < span.to),
  );
  const open = left.filter((literal) => !exemptions.some((exemption) => isExempt(literal, exemption)));
  const parts = exemptions.flatMap(({ lines, ...rest }) =>
    (lines ?? [undefined]).map((line) => ({ ...rest, lines: line === undefined ? undefined : [line] })),
  );
  const idle = parts.filter((part) => !left.some((literal) => isExempt(literal, part)));
  return [
    ...open.map(
      ({ file, line, text, context }) => `${file}:${line}: ${text} is neither mutated nor exempt: ${context}`,
    ),
    ...idle.map(
      ({ modules, lines }) => `exemptions.json: ${modules.join(" ")}: ${lines?.join(" ") ?? "all"} exempts nothing`,
    ),
  ];
}

/** Rules of test/conformance/exemptions.json: nothing of them can be changed. */
export interface ExemptRules {
  rules: string[];
  reason: string;
}

export interface Exemptions {
  literals: Exemption[];
  rules: ExemptRules[];
}

export function readExemptions(root: string): Exemptions {
  return JSON.parse(readFileSync(join(root, "test/conformance/exemptions.json"), "utf8")) as Exemptions;
}

/** Rules that no mutation breaks and nothing exempts; exempt ones that nobody knows or that a mutation breaks. */
export function checkRuleCover(
  rules: readonly string[],
  mutated: readonly string[],
  exemptions: readonly ExemptRules[],
): string[] {
  const exempt = exemptions.flatMap((exemption) => exemption.rules);
  return [
    ...rules
      .filter((rule) => !mutated.includes(rule) && !exempt.includes(rule))
      .map((rule) => `${rule} is neither broken by a mutation nor exempt`),
    ...exempt
      .filter((rule) => mutated.includes(rule) || !rules.includes(rule))
      .map((rule) => `exemptions.json: ${rule} needs no exemption`),
  ];
}
