/** ucode for the parts of TypeScript that it does not write the same way. */
import { ts } from "ts-morph";

/**
 * The call that stands for a member of one of ECMAScript's interfaces. Functions that ucode does not have itself, or has
 * with another meaning, are in src/ucode/ecma.uc.
 */
export const members: { [owner: string]: { [member: string]: string | undefined } | undefined } = {
  String: {
    charAt: "char_at($this, $args)",
    charCodeAt: "char_code_at($this, $args)",
    endsWith: "ends_with($this, $args)",
    includes: "(index($this, $args) >= 0)",
    indexOf: "index_of($this, $args)",
    length: "length($this)",
    slice: "text_slice($this, $args)",
    split: "split($this, $args)",
    startsWith: "starts_with($this, $args)",
    substring: "substring($this, $args)",
    toLowerCase: "lower($this)",
    toUpperCase: "upper($this)",
  },
  StringConstructor: {
    fromCharCode: "chr($args)",
  },
  Array: {
    concat: "[...$this, ...$args]",
    every: "array_every($this, $args)",
    filter: "filter($this, $args)",
    find: "array_find($this, $args)",
    includes: "array_includes($this, $args)",
    indexOf: "array_index_of($this, $args)",
    join: "join($args, $this)",
    length: "length($this)",
    map: "map($this, $args)",
    push: "push($this, $args)",
    slice: "slice($this, $args)",
    some: "array_some($this, $args)",
    sort: "sort($this, $args)",
  },
  Math: {
    ceil: "ceil($args)",
    floor: "floor($args)",
    max: "max($args)",
    min: "min($args)",
  },
  ObjectConstructor: {
    keys: "keys($args)",
  },
};

/** A condition on the only argument of a call: one text, or a number that is known not to be negative. */
export type Demand = "any" | "text" | "count";

/** Calls that need no function of ecma.uc where there is one argument, and it is such. */
export const ownForms: { [owner: string]: { [member: string]: [Demand, string] | undefined } | undefined } = {
  String: {
    indexOf: ["any", "index($this, $args)"],
    substring: ["count", "substr($this, $args)"],
  },
  Array: {
    includes: ["text", "(index($this, $args) >= 0)"],
    indexOf: ["text", "index($this, $args)"],
  },
};

/** The answer of ucode's `type` for `typeof x === "…"`. */
export const types: { [type: string]: string | undefined } = { boolean: "bool", string: "string" };

/** The function that asks for several of ucode's types: it has two of numbers, and arrays have one of their own. */
export const severalTypes: { [type: string]: string | undefined } = { number: "is_number", object: "has_members" };

/** The function that a form calls; undefined where it is syntax. */
export function functionOf(form: string): string | undefined {
  return /(\w+)\(/.exec(form)?.[1];
}

/** Every function that the emitter writes calls of; a variable of such a name would hide it. */
export const functionNames: ReadonlySet<string> = new Set([
  "key_of",
  "load_module",
  "same",
  "type",
  "index",
  "substr",
  ...Object.values(severalTypes).filter((name) => name !== undefined),
  ...Object.values(members).flatMap((forms) => Object.values(forms ?? {}).map((form) => functionOf(form ?? "") ?? "")),
]);

const { SyntaxKind } = ts;

/** Syntax that ucode has in the same words and with the same meaning; its text is kept. */
export const kept: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.Block,
  SyntaxKind.BreakStatement,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.ExpressionStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.IfStatement,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.ObjectLiteralExpression,
  SyntaxKind.PostfixUnaryExpression,
  SyntaxKind.PrefixUnaryExpression,
  SyntaxKind.ReturnStatement,
  SyntaxKind.SyntaxList,
  SyntaxKind.TemplateExpression,
  SyntaxKind.TemplateSpan,
  SyntaxKind.VariableDeclarationList,
  SyntaxKind.VariableStatement,
  SyntaxKind.WhileStatement,
]);
