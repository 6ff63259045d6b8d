/**
 * The TypeScript subset as data: what src/sso_login may use, with its Lua and its ucode form. The check refuses what is
 * not here, docs/subset.md is made from here, and the ucode emitter goes by it.
 */
export { constructs } from "./constructs";
export { members } from "./members";
export { refused } from "./refused";
export { exceptions, reservedNames, rules } from "./rules";
