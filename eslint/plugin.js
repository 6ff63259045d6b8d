/** The rules of the subset that ask for types or for a look around, as a plug-in of ESLint. */
import arrayElements from "./rules/array-elements.js";
import callableThis from "./rules/callable-this.js";
import closureInLoop from "./rules/closure-in-loop.js";
import keyOrder from "./rules/key-order.js";
import lazyImport from "./rules/lazy-import.js";
import moduleEffects from "./rules/module-effects.js";
import noCircle from "./rules/no-circle.js";
import nullComparison from "./rules/null-comparison.js";
import oneReceiver from "./rules/one-receiver.js";
import operands from "./rules/operands.js";
import ownName from "./rules/own-name.js";
import sealedFacts from "./rules/sealed-facts.js";
import spreadLiteral from "./rules/spread-literal.js";
import uniqueName from "./rules/unique-name.js";

export const subset = {
  rules: {
    "array-elements": arrayElements,
    "callable-this": callableThis,
    "closure-in-loop": closureInLoop,
    "key-order": keyOrder,
    "lazy-import": lazyImport,
    "module-effects": moduleEffects,
    "no-circle": noCircle,
    "null-comparison": nullComparison,
    "one-receiver": oneReceiver,
    operands,
    "own-name": ownName,
    "sealed-facts": sealedFacts,
    "spread-literal": spreadLiteral,
    "unique-name": uniqueName,
  },
};
