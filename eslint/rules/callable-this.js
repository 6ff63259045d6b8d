/** A function that is kept in a record has `this: void` in its type: TypeScriptToLua passes the record as first argument otherwise. */
import ts from "typescript";
import { receiversOf, typesOf } from "../types.js";

function saysThisVoid(declaration) {
  const [first] = declaration.parameters;
  return first !== undefined && first.name.getText() === "this" && first.type?.kind === ts.SyntaxKind.VoidKeyword;
}

/** Functions of a module are no members of a record, and what ecma.d.ts declares is not our own. */
function isOwnMember(declaration) {
  return !ts.isFunctionDeclaration(declaration) && !declaration.getSourceFile().isDeclarationFile;
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
        if (declaration !== undefined && isOfRecord && isOwnMember(declaration) && !saysThisVoid(declaration)) {
          context.report({ node: node.callee, messageId: "self" });
        }
      },
    };
  },
};
