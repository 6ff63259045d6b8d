/** Two modules that need each other are one, or three: imports, of types and lazy ones too, lead to no circle. */
import ts from "typescript";
import { typesOf } from "../types.js";

/** Places where a module's path is written: import, export from, and `typeof import("./m")`. */
function specifiersOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier === undefined ? [] : [node.moduleSpecifier];
  }
  if (ts.isImportTypeNode(node)) {
    return [node.argument.literal];
  }
  const found = [];
  ts.forEachChild(node, (child) => {
    found.push(...specifiersOf(child));
  });
  return found;
}

/** The files that each file of a program imports, by program. */
const known = new WeakMap();

function importsOf(file, program) {
  const ofProgram = known.get(program) ?? new Map();
  known.set(program, ofProgram);
  if (!ofProgram.has(file)) {
    const checker = program.getTypeChecker();
    const targets = specifiersOf(file).map((path) => checker.getSymbolAtLocation(path)?.valueDeclaration);
    ofProgram.set(
      file,
      targets.filter((target) => target !== undefined && ts.isSourceFile(target)),
    );
  }
  return ofProgram.get(file);
}

/** Whether imports lead from one file to another. */
function leadsTo(from, to, program, seen = new Set()) {
  if (from === to) {
    return true;
  }
  seen.add(from);
  return importsOf(from, program).some((next) => !seen.has(next) && leadsTo(next, to, program, seen));
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { circle: "This import leads back here. Instead: a module below both for what they share." },
  },
  create(context) {
    const { program } = context.sourceCode.parserServices;
    const { checker, nodeOf } = typesOf(context);

    function check(path) {
      const specifier = nodeOf(path);
      const target = checker.getSymbolAtLocation(specifier)?.valueDeclaration;
      if (target !== undefined && ts.isSourceFile(target) && leadsTo(target, specifier.getSourceFile(), program)) {
        context.report({ node: path, messageId: "circle" });
      }
    }

    return {
      ":matches(ImportDeclaration, ExportNamedDeclaration[source]) > Literal.source": check,
      "TSImportType Literal": check,
    };
  },
};
