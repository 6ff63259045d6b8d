/** A function that is kept in a record has `this: void` in its type: TypeScriptToLua passes the record as first argument otherwise. */
import ts from "typescript";
import { receiversOf, typesOf } from "../types.js";

function saysThisVoid(declaration) {
  const [first] = declaration.parameters;
  return first !== undefined && first.name.getText() === "this" && first.type?.kind === ts.SyntaxKind.VoidKeyword;
}

/** Whether a function's type is our own to write: not its own text, nor what ecma.d.ts declares. */
function isOwnType(declaration) {
  const isText = ts.isFunctionDeclaration(declaration) || ts.isArrowFunction(declaration);
  return !isText && !declaration.getSourceFile().isDeclarationFile;
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { self: "A function of a record whose type lacks `this: void`. Instead: (this: void, …) => …." },
  },
  create(context) {
    const { checker, typeOf, nodeOf } = typesOf(context);
    return {
      "CallExpression[callee.type='MemberExpression']"(node) {
        const declaration = checker.getResolvedSignature(nodeOf(node))?.declaration;
        const isOfRecord = receiversOf(typeOf(node.callee.object), checker).includes("record");
        if (declaration !== undefined && isOfRecord && isOwnType(declaration) && !saysThisVoid(declaration)) {
          context.report({ node: node.callee, messageId: "self" });
        }
      },
    };
  },
};
