/** An array has no member that may be undefined: in Lua it would end there, or not. */
import ts from "typescript";
import { isArrayCall, isSome, typesOf } from "../types.js";

const missing = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { missing: "A member of an array that may be undefined. Instead: leave the member out." },
  },
  create(context) {
    const types = typesOf(context);
    const { checker, typeOf, nodeOf } = types;

    function checkLiteral(node) {
      const wanted = checker.getContextualType(nodeOf(node));
      const isTuple = wanted !== undefined && checker.isTupleType(wanted);
      // A tuple's last member may be missing: nothing after it moves.
      const members = isTuple ? node.elements.slice(0, -1) : node.elements;
      for (const member of members) {
        if (member !== null && isSome(typeOf(member), missing, checker)) {
          context.report({ node: member, messageId: "missing" });
        }
      }
    }

    function checkCall(node) {
      const [first] = node.arguments;
      if (isArrayCall(node, ["push"], types) && isSome(typeOf(first), missing, checker)) {
        context.report({ node: first, messageId: "missing" });
      }
      if (isArrayCall(node, ["map"], types)) {
        const made = checker.getIndexTypeOfType(typeOf(node), ts.IndexKind.Number);
        if (made !== undefined && isSome(made, missing, checker)) {
          context.report({ node: first, messageId: "missing" });
        }
      }
    }

    return { ArrayExpression: checkLiteral, CallExpression: checkCall };
  },
};
