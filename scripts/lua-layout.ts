/** The lines of generated Lua: what TypeScriptToLua prints, laid out as a person would. The program stays the same. */
import * as tstl from "typescript-to-lua";

const width = 120;

/**
 * Marks where a line may end, until layOut() has chosen: before a list of arguments or fields, after a comma of it,
 * after it; after the operator `..`.
 */
const [open, comma, close, concatenation] = ["\uE000", "\uE001", "\uE002", "\uE003"];

/**
 * TypeScriptToLua chooses the lines of a list by its number of elements; this one leaves them to layOut(). Only a text gets
 * no marks: TypeScriptToLua looks for `require("…")`.
 */
export class Printer extends tstl.LuaPrinter {
  protected override printExpressionList(list: tstl.Expression[]): ReturnType<Printer["printStatementArray"]> {
    if (list.length === 0 || (list.length === 1 && list.every(tstl.isStringLiteral))) {
      return super.printExpressionList(list);
    }
    return [...list.flatMap((element, at) => [at > 0 ? `,${comma}` : open, this.printExpression(element)]), close];
  }

  override printOperator(kind: tstl.Operator): ReturnType<Printer["concatNodes"]> {
    const mark = kind === tstl.SyntaxKind.ConcatOperator ? concatenation : "";
    return this.concatNodes(super.printOperator(kind), mark);
  }
}

/** The elements of the list that begins at `start`, with their commas, and what follows it. */
function elementsAt(text: string, start: number): { elements: string[]; rest: string } {
  const elements: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at === start || depth > 0; at++) {
    depth += Number(text[at] === open) - Number(text[at] === close);
    if (depth === 0 || (depth === 1 && text[at] === comma)) {
      elements.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return { elements, rest: text.slice(from) };
}

/** Whether a list stays on its line; the last argument of a call may be a function or a table that ends further down. */
function fits(line: string, elements: string[], rest: string): boolean {
  const isCall = line.endsWith("(");
  const list = isCall && elements.at(-1)?.startsWith(`{${open}`) ? [...elements.slice(0, -1), "{\n"] : elements;
  const flat = [line, list.join(" "), rest.split(open, 1)[0]].join("");
  const [first = ""] = flat
    .replaceAll(comma, " ")
    .replaceAll(/[\uE000\uE002\uE003]/g, "")
    .split("\n");
  return first.length <= width && !(isCall ? list.slice(0, -1) : list).some((element) => element.includes("\n"));
}

/** Lets a long line go on below after an operator `..`. */
function wrap(line: string): string {
  const [, indent = ""] = /^( *)/.exec(line) ?? [];
  return line.split(concatenation).reduce((text, part) => {
    const column = text.length - text.lastIndexOf("\n") - 1;
    return text + (column + part.length > width ? `\n${indent}   ` : "") + part;
  });
}

/** Gives a list a line for each element where it does not fit on one, and functions and comments an empty line before. */
export function layOut(printed: string): string {
  let text = printed;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open)) {
    const { elements, rest } = elementsAt(text, start);
    const before = text.slice(0, start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const indent = `\n${/^ */.exec(line)?.[0] ?? ""}`;
    const broken = elements.map((element) => `${indent}    ${element.replaceAll("\n", "\n    ")}`).join("") + indent;
    text = before + (fits(line, elements, rest) ? elements.join(" ") : broken) + rest;
  }
  return text
    .split("\n")
    .map(wrap)
    .join("\n")
    .replaceAll(/\n((?:--.*\n)+|(?=(?:local )?function |return ))/g, "\n\n$1");
}
