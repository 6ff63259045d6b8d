/** A function made in a loop does not keep the loop's variables: ucode makes them once, not once a turn. */
import { isArrayCall, typesOf } from "../types.js";

const loops = ["ForStatement", "ForOfStatement", "WhileStatement"];

/** Array methods, which call the function that they get before they return. */
const callers = ["every", "filter", "find", "map", "some", "sort"];

/** The loop around a function, if there is one before the next function. */
function loopAround(made) {
  let node = made.parent;
  while (node !== null && !/Function/.test(node.type)) {
    if (loops.includes(node.type)) {
      return node;
    }
    node = node.parent;
  }
  return undefined;
}

function isWithin(inner, outer) {
  return inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      kept: "`{{name}}` of the loop in a function that may outlive the turn. Instead: a function that takes the value as a parameter.",
    },
  },
  create(context) {
    const types = typesOf(context);
    return {
      ArrowFunctionExpression(node) {
        const loop = loopAround(node);
        if (loop === undefined || isArrayCall(node.parent, callers, types)) {
          return;
        }
        for (const { identifier, resolved } of context.sourceCode.getScope(node).through) {
          if (resolved?.defs.some((definition) => isWithin(definition.name, loop))) {
            context.report({ node: identifier, messageId: "kept", data: { name: identifier.name } });
          }
        }
      },
    };
  },
};
