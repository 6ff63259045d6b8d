/** Two modules that need each other are one, or three: imports, of types and lazy ones too, lead to no circle. */
import ts from "typescript";
import { typesOf } from "../types.js";

/** Places where a module's path stands: import, export from, and `typeof import("./m")`. */
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

/** Imported files of each file that was looked at. */
const known = new WeakMap();

function importsOf(file, checker) {
  if (!known.has(file)) {
    const targets = specifiersOf(file).map((path) => checker.getSymbolAtLocation(path)?.valueDeclaration);
    known.set(
      file,
      targets.filter((target) => target !== undefined && ts.isSourceFile(target)),
    );
  }
  return known.get(file);
}

/** Whether imports lead from one file to another. */
function leadsTo(from, to, checker, seen = new Set()) {
  if (from === to) {
    return true;
  }
  seen.add(from);
  return importsOf(from, checker).some((next) => !seen.has(next) && leadsTo(next, to, checker, seen));
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { circle: "This import leads back here. Instead: a module below both for what they share." },
  },
  create(context) {
    const { checker, nodeOf } = typesOf(context);

    function check(path) {
      const specifier = nodeOf(path);
      const target = checker.getSymbolAtLocation(specifier)?.valueDeclaration;
      if (target !== undefined && ts.isSourceFile(target) && leadsTo(target, specifier.getSourceFile(), checker)) {
        context.report({ node: path, messageId: "circle" });
      }
    }

    return {
      ":matches(ImportDeclaration, ExportNamedDeclaration[source]) > Literal.source": check,
      "TSImportType Literal": check,
    };
  },
};
