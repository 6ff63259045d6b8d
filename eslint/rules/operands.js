/** Operators have operands of one kind: `+` and orders two numbers or two strings, `&&` and `||` two booleans. */
import ts from "typescript";
import { isAll, typesOf } from "../types.js";

const { BooleanLike, NumberLike, StringLike } = ts.TypeFlags;

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      kinds: "Operands that are neither two numbers nor two strings. Instead: a template, or a comparison of one kind.",
      logical: "&& or || of what is no boolean. Instead: ?? for a missing value, ? : for a choice.",
    },
  },
  create(context) {
    const { checker, typeOf } = typesOf(context);
    const are = (nodes, flags) => nodes.every((node) => isAll(typeOf(node), flags, checker));

    function checkKinds(node) {
      const operands = [node.left, node.right];
      if (!are(operands, NumberLike) && !are(operands, StringLike)) {
        context.report({ node, messageId: "kinds" });
      }
    }

    return {
      "BinaryExpression[operator=/^([+<>]|<=|>=)$/]": checkKinds,
      "AssignmentExpression[operator='+=']": checkKinds,
      "LogicalExpression[operator=/^(&&|\\|\\|)$/]"(node) {
        if (!are([node.left, node.right], BooleanLike)) {
          context.report({ node, messageId: "logical" });
        }
      },
    };
  },
};
