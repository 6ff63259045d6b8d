/** null is used only where TypeScript wants it: neither Lua nor ucode has a null beside undefined. */
import ts from "typescript";
import { isSome, typesOf } from "../types.js";

const { Null, Undefined, Unknown, Any } = ts.TypeFlags;

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      absent: 'null where it means undefined. Instead: undefined, or beside `typeof x === "object"` x !== null.',
    },
  },
  create(context) {
    const { checker, typeOf } = typesOf(context);

    function isComparison(node) {
      const { type, operator, left, right } = node.parent;
      if (type !== "BinaryExpression" || !/^[!=]==$/.test(operator)) {
        return false;
      }
      const compared = typeOf(left === node ? right : left);
      return isSome(compared, Null, checker) && !isSome(compared, Undefined | Unknown | Any, checker);
    }

    return {
      "Literal[raw='null']"(node) {
        if (!isComparison(node)) {
          context.report({ node, messageId: "absent" });
        }
      },
    };
  },
};
