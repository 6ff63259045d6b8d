/** A value with members is a text, an array or a record, not one of them or another: each is translated in another way. */
import { receiversOf, typesOf } from "../types.js";

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { mixed: "A member of what may be {{kinds}}. Instead: typeof, and the member of each." },
  },
  create(context) {
    const { checker, typeOf } = typesOf(context);
    return {
      MemberExpression(node) {
        const kinds = receiversOf(checker.getNonNullableType(typeOf(node.object)), checker);
        if (kinds.length > 1) {
          context.report({ node: node.property, messageId: "mixed", data: { kinds: kinds.join(" or ") } });
        }
      },
    };
  },
};
