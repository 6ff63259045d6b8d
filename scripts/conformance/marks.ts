/**
 * Marks: comment lines of their own that say which rules the test below them checks.
 *
 *   -- rule: spec.limits.rate dec.requests.rate-51st       Lua; TypeScript has `//`, shell `#`, C `/* … *\/`
 *
 * What follows is one test, a row of a table of tests, a loop that makes tests, or a whole describe or suite. Several
 * lines of marks one below the other belong to the same test; other comments may stand between.
 */
import { type Dirent, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface Mark {
  rule: string;
  /** Relative to the root of the repository. */
  file: string;
  /** Where the mark stands, from 1. */
  line: number;
  /** The lines that it marks, from 1, the last one included. */
  from: number;
  to: number;
  /** Titles from the outermost describe to the marked thing; of a row, what it is called in the table. */
  titles: string[];
  /** True when the marked thing is a row of a table, so that a test is known by its name and not by its line. */
  isRow: boolean;
}

export interface Marks {
  marks: Mark[];
  /** Marks that no test follows, a line each. */
  problems: string[];
}

const markLine = /^\s*(?:--+|\/\/|#|\/\*)\s*rule:\s*(.*?)(?:\s*\*\/)?\s*$/;
const commentLine = /^\s*(?:--|\/\/|#(?!!)|\/\*|\*)/;
const endings = /\.(?:lua|ts|sh|c)$/;

/** Beginnings of what defines a test, or several, by words of busted, luaunit, node:test and the suites' own. */
const definition =
  /^\s*(?:(?:async )?(?:it|test|describe|\w*[sS]uite|check|same|step|lu\.test)\(|(?:local )?function [\w.]*test|for\b|(?:export )?(?:async )?function \w|(?:export )?const \w+.*[({[]$|local function \w)/;

/** Beginnings of a row: a table, an array, an object, a named test, a call that gives one, a spread of several. */
const row = /^\s*(?:[{[]|\.\.\.|["'`]|(?:await )?(?:this\.#)?[\w.]+\(|\w+: (?:[{[(\w]|$)|\[?["'`].*["'`]\]? =)/;

const suiteStart = /^\s*(?:describe|\w*[sS]uite)\(/;
const closing = /^\s*[)}\]]|^\s*end\b/;
const opening = /(?:[({[]|=>|\bdo|\bthen|\bfunction\([^()]*\))$/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The last line of what begins at `start`, by indentation; both from 0. */
function lastLine(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start] ?? "");
  let last = start;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      continue;
    }
    if (indentOf(line) <= indent) {
      const isPart = indentOf(line) === indent && closing.test(line);
      if (!isPart) {
        return last;
      }
      if (!opening.test(line.trimEnd())) {
        return at;
      }
    }
    last = at;
  }
  return last;
}

/**
 * The first text in quotes from a line on, at most three lines further. What is put together or filled in when the test
 * runs stands there as an ellipsis.
 */
function firstText(lines: readonly string[], start: number, to: number): string | undefined {
  for (const line of lines.slice(start, Math.min(start + 4, to + 1))) {
    const found = /(\.\. *)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)( *\.\.)?/.exec(line);
    if (found !== null) {
      const text = (found[2] ?? found[3] ?? found[4] ?? "").replaceAll(/\$\{[^}]*\}|%[a-z]/g, "…");
      return `${found[1] === undefined ? "" : "…"}${text}${found[5] === undefined ? "" : "…"}`.replaceAll(
        /\\(.)/g,
        "$1",
      );
    }
  }
  return undefined;
}

/** What the marked thing is called: its first text; of a loop or function, that of the first test in it, or its name. */
function titleOf(lines: readonly string[], start: number, to: number): string {
  const line = lines[start] ?? "";
  const named = /function ([\w.]+)|const (\w+)/.exec(line);
  const isLoop = /^\s*for\b/.test(line);
  if (isLoop || named !== null) {
    const inner = lines.findIndex((text, at) => at > start && at <= to && /^\s*(?:it|test|describe)\(/.test(text));
    const text = inner >= 0 ? firstText(lines, inner, to) : undefined;
    if (isLoop || (text !== undefined && !/test/.test(named?.[1] ?? ""))) {
      return text ?? firstText(lines, start, to) ?? line.trim();
    }
    return (named?.[1] ?? named?.[2] ?? "").replace(/^cases\./, "");
  }
  const key = /^\s*(\w+): /.exec(line)?.[1];
  if (key !== undefined && key !== "does") {
    return key;
  }
  const does = lines.slice(start, to + 1).find((text) => /\bdoes: ["'`]/.test(text));
  const text = does === undefined ? firstText(lines, start, to) : firstText([does.replace(/^.*\bdoes:/, "")], 0, 0);
  return text ?? line.trim();
}

/** Titles of the suites around a line, the outermost first. */
function suitesAround(lines: readonly string[], start: number): string[] {
  const titles: string[] = [];
  let indent = indentOf(lines[start] ?? "");
  for (let at = start - 1; at >= 0 && indent > 0; at--) {
    const line = lines[at] ?? "";
    if (line.trim() !== "" && indentOf(line) < indent) {
      indent = indentOf(line);
      // A suite's arguments may stand below it, further in, and its end below them.
      const begin = closing.test(line) || /^\s*["'`{[]/.test(line) ? undefined : line;
      if (begin !== undefined && suiteStart.test(begin)) {
        titles.unshift(firstText(lines, at, start) ?? "");
      }
    }
  }
  return titles;
}

/** The marks in one file's text, and what is wrong with them. `file` only says where they are. */
export function marksOf(file: string, text: string): Marks {
  const lines = text.split("\n");
  const marks: Mark[] = [];
  const problems: string[] = [];
  lines.forEach((line, at) => {
    const found = markLine.exec(line);
    if (found === null) {
      return;
    }
    let start = at + 1;
    while (commentLine.test(lines[start] ?? "")) {
      start++;
    }
    const marked = lines[start] ?? "";
    const isRow = !definition.test(marked);
    const ids = (found[1] ?? "").split(/\s+/).filter((id) => id !== "");
    if (ids.length === 0 || (isRow && !row.test(marked))) {
      problems.push(`${file}:${at + 1}: ${ids.length === 0 ? "a mark without a rule" : "no test follows the mark"}`);
      return;
    }
    const to = lastLine(lines, start);
    const titles = [...suitesAround(lines, start), titleOf(lines, start, to)];
    for (const rule of ids) {
      marks.push({ rule, file, line: at + 1, from: start + 1, to: to + 1, titles, isRow });
    }
  });
  return { marks, problems };
}

/** Files with tests below a folder, relative to the root of the repository, in the order of their names. */
function testFiles(root: string, folder: string): string[] {
  const entries: Dirent[] = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        return ["node_modules", "build", "expected", "data"].includes(entry.name) ? [] : testFiles(root, path);
      }
      return entry.isFile() && endings.test(entry.name) ? [path] : [];
    });
}

/** All marks below test/. */
export function readMarks(root: string): Marks {
  const all = testFiles(root, "test").map((file) => marksOf(file, readFileSync(join(root, file), "utf8")));
  return { marks: all.flatMap(({ marks }) => marks), problems: all.flatMap(({ problems }) => problems) };
}

/** A test as a runner reports it: its whole name, and where it is defined if the runner says so. */
export interface RunTest {
  file: string;
  name: string;
  line?: number;
}

/** A title's parts that stand as they are in a test's name: what a format or a template fills in is left out. */
function fixedParts(title: string): string[] {
  return title
    .split("…")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** True when the test carries the mark: it stands in the marked lines, or its name has what the marked row is called. */
export function carries(mark: Mark, test: RunTest): boolean {
  if (mark.file !== test.file) {
    return false;
  }
  if (test.line !== undefined && !mark.isRow) {
    return test.line >= mark.from && test.line <= mark.to;
  }
  const parts = fixedParts(mark.titles.at(-1) ?? "");
  return parts.length > 0 && parts.every((part) => test.name.includes(part));
}
