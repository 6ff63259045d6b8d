/** The check of the TypeScript subset: every node of a file against the list and the rules. */
import { ts } from "ts-morph";
import { type Context, createContext, type Problem } from "./context";
import { checkArrayLiteral, checkIndex, checkKeyOrder, checkMember } from "./data";
import { checkCallableThis, checkClosure, checkForHead, checkParameter } from "./functions";
import {
  checkAny,
  checkExport,
  checkGlobal,
  checkImport,
  checkModuleLevel,
  checkName,
  checkNested,
  checkVar,
} from "./modules";
import { checkSyntax, vanishes } from "./syntax";
import { checkAssignment, checkCondition, checkLiteral, checkOperator, checkSign, checkTypeofAndNull } from "./values";

const checks: ((node: ts.Node, context: Context) => void)[] = [
  checkSyntax,
  checkImport,
  checkExport,
  checkGlobal,
  checkAny,
  checkName,
  checkNested,
  checkVar,
  checkModuleLevel,
  checkParameter,
  checkCallableThis,
  checkClosure,
  checkForHead,
  checkCondition,
  checkOperator,
  checkSign,
  checkTypeofAndNull,
  checkLiteral,
  checkAssignment,
  checkMember,
  checkArrayLiteral,
  checkIndex,
  checkKeyOrder,
];

/** All problems of one file, in the order of the source. */
export function checkFile(source: ts.SourceFile, checker: ts.TypeChecker): Problem[] {
  const problems: Problem[] = [];
  const context = createContext(checker, source, problems);
  const visit = (node: ts.Node): void => {
    for (const check of checks) {
      check(node, context);
    }
    ts.forEachChild(node, (child) => {
      if (!vanishes(child)) {
        visit(child);
      }
    });
  };
  visit(source);
  return problems.sort((a, b) => a.line - b.line || a.column - b.column);
}
