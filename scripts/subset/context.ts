/** What every part of the check works with: the type checker, a place for problems, and questions about types. */
import { basename } from "node:path";
import { ts } from "ts-morph";
import { exceptions, rules } from "./list";
import type { RuleId } from "./types";

/** A refused construct. Lines and columns count from 1. */
export interface Problem {
  file: string;
  line: number;
  column: number;
  /** The rule, or "syntax" for a construct that is not on the list. */
  id: RuleId | "syntax";
  message: string;
}

export interface Context {
  checker: ts.TypeChecker;
  source: ts.SourceFile;
  /** Reports a violation of a rule; `found` names what stands there. */
  report: (node: ts.Node, id: RuleId, found: string) => void;
  /** Reports syntax that is not on the list. */
  reportSyntax: (node: ts.Node, name: string, instead: string) => void;
}

/** A context that collects problems of one file. */
export function createContext(checker: ts.TypeChecker, source: ts.SourceFile, problems: Problem[]): Context {
  function add(node: ts.Node, id: Problem["id"], message: string): void {
    const at = source.getLineAndCharacterOfPosition(node.getStart(source));
    problems.push({ file: source.fileName, line: at.line + 1, column: at.character + 1, id, message });
  }
  return {
    checker,
    source,
    report: (node, id, found) => {
      const rule = rules.find((candidate) => candidate.id === id);
      add(node, id, `${found}: ${rule?.text ?? ""} Instead: ${rule?.instead ?? ""}.`);
    },
    reportSyntax: (node, name, instead) => {
      add(node, "syntax", `${name} is not in the subset. Instead: ${instead}.`);
    },
  };
}

/** The members of a union, or the type alone; of a type parameter, those of its constraint. */
export function partsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const base = type.flags & ts.TypeFlags.TypeParameter ? (checker.getBaseConstraintOfType(type) ?? type) : type;
  return base.isUnion() ? base.types : [base];
}

/** Whether all that a type allows has one of the flags. */
export function isAll(type: ts.Type, flags: ts.TypeFlags, checker: ts.TypeChecker): boolean {
  return partsOf(type, checker).every((part) => (part.flags & flags) !== 0);
}

/** Whether something that a type allows has one of the flags. */
export function isSome(type: ts.Type, flags: ts.TypeFlags, checker: ts.TypeChecker): boolean {
  return partsOf(type, checker).some((part) => (part.flags & flags) !== 0);
}

export function isArrayPart(type: ts.Type, checker: ts.TypeChecker): boolean {
  return checker.isArrayType(type) || checker.isTupleType(type);
}

/** What the members of a value of this type are: a string's, an array's, a record's, or of nothing that has any. */
export function receiverOf(type: ts.Type, checker: ts.TypeChecker): "string" | "array" | "record" | "mixed" | "other" {
  const parts = partsOf(type, checker);
  const kinds = new Set(
    parts.map((part) => {
      if (part.flags & ts.TypeFlags.StringLike) {
        return "string";
      }
      if (isArrayPart(part, checker)) {
        return "array";
      }
      const isFunction = part.getCallSignatures().length > 0;
      return part.flags & ts.TypeFlags.Object && !isFunction ? "record" : "other";
    }),
  );
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? only : "mixed";
}

/** The innermost function around a node, or undefined at module level. */
export function enclosingFunction(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node.parent, ts.isFunctionLike);
}

/** Whether a rule does not hold for this variable or function of the file. */
export function isException(rule: RuleId, name: string | undefined, context: Context): boolean {
  const file = basename(context.source.fileName);
  return exceptions.some((entry) => entry.rule === rule && entry.file === file && entry.name === name);
}
