/**
 * The syntax of the subset (docs/subset.md) as restrictions for ESLint's no-restricted-syntax: selectors over
 * typescript-eslint's tree, each with what to write instead.
 */

/** A restriction. A selector has no line breaks: to esquery they are part of a name. */
function restrict(selector, message) {
  return { selector: selector.replace(/\s+/g, " "), message };
}

/** A restriction whose message says what was found and what to write instead. */
function refuse(selector, found, instead) {
  return restrict(selector, `${found} is not in the subset. Instead: ${instead}.`);
}

/** Kinds of nodes that are no part of the subset. */
const refusedKinds = {
  ArrayPattern: ["Destructuring", "one const for each member"],
  AssignmentPattern: ["A default value", "an optional parameter and ??"],
  AwaitExpression: ["await", "a plain call: every call here waits"],
  ChainExpression: ["Optional chaining", "a comparison with undefined (Lua's short form would stop at false too)"],
  ClassDeclaration: ["A class", "plain functions over plain data"],
  ClassExpression: ["A class", "plain functions over plain data"],
  ContinueStatement: ["continue", "an if around the rest of the loop (Lua 5.1 has no continue)"],
  DebuggerStatement: ["debugger", "nothing"],
  DoWhileStatement: ["do-while", "while (ucode has no do-while)"],
  EmptyStatement: ["An empty statement", "nothing"],
  ExportAllDeclaration: ["An export of everything", "export before the declaration"],
  ExportDefaultDeclaration: ["A default export", "a named export"],
  ForInStatement: ["for-in", "for-of over Object.keys(…)"],
  ImportDefaultSpecifier: ["A default import", 'import * as module from "./module"'],
  ImportExpression: ["import()", 'import * as module from "./module"'],
  LabeledStatement: ["A label", "a function of its own and return"],
  NewExpression: ["new", "a record or array literal"],
  ObjectPattern: ["Destructuring", "one const for each member"],
  SequenceExpression: ["The comma operator", "two statements"],
  SpreadElement: ["Spread", "concat for arrays, naming the members for records"],
  SwitchStatement: ["switch", "if and else if, or a record of the cases"],
  TaggedTemplateExpression: ["A tagged template", "a function call"],
  ThisExpression: ["this", "a parameter"],
  ThrowStatement: ["throw", "a Result (result.ts)"],
  TryStatement: ["try", "a Result (result.ts)"],
  TSDeclareFunction: ["A function without a body", "a function of io/, or a type"],
  TSEnumDeclaration: ["enum", "a union of string literals"],
  TSExportAssignment: ["export =", "a named export"],
  TSImportEqualsDeclaration: ["import =", 'import * as module from "./module"'],
  TSModuleDeclaration: ["A namespace", "a file"],
  TSNonNullExpression: ["A non-null assertion", "a comparison with undefined, or ??"],
  TSTypeAssertion: ["<T>value", "value as T"],
  YieldExpression: ["yield", "an array that is returned"],
};

/** Kinds that are permitted, but for what is said of them below. Parts of types, which vanish, begin with TS. */
const permittedKinds = `Program|ImportDeclaration|ImportSpecifier|ImportNamespaceSpecifier|ExportNamedDeclaration|
  ExportSpecifier|FunctionDeclaration|VariableDeclaration|VariableDeclarator|BlockStatement|ExpressionStatement|
  ReturnStatement|IfStatement|ForStatement|ForOfStatement|WhileStatement|BreakStatement|Identifier|Literal|
  TemplateLiteral|TemplateElement|ArrayExpression|ObjectExpression|Property|MemberExpression|CallExpression|
  FunctionExpression|ArrowFunctionExpression|RestElement|UnaryExpression|UpdateExpression|BinaryExpression|
  LogicalExpression|ConditionalExpression|AssignmentExpression|TS\\w+`;

/** Nodes that are found only within refused kinds. */
const partsOfRefused = "ClassBody|MethodDefinition|PropertyDefinition|Super|SwitchCase|CatchClause";

const knownKinds = [permittedKinds.replace(/\s+/g, ""), partsOfRefused, ...Object.keys(refusedKinds)].join("|");

const kinds = [
  ...Object.entries(refusedKinds).map(([kind, [found, instead]]) => refuse(kind, found, instead)),
  refuse(`[type!=/^(${knownKinds})$/]`, "This syntax", "what docs/subset.md lists"),
];

/** Keywords of Lua 5.1 and of ucode that TypeScript allows as names. */
const keywords = "/^(and|elif|elseif|end|endfor|endfunction|endif|endwhile|goto|local|nil|not|or|repeat|then|until)$/";

const names = [
  refuse(
    `:matches(VariableDeclarator, FunctionDeclaration) > Identifier.id[name=${keywords}],
     :function > Identifier.params[name=${keywords}],
     :matches(ImportSpecifier, ImportNamespaceSpecifier) > Identifier.local[name=${keywords}]`,
    "A keyword of Lua or ucode as a name",
    "another name",
  ),
];

const modules = [
  restrict(
    `ImportDeclaration[importKind='value']:not([source.value=/\\/result$/]) > ImportSpecifier[importKind='value'],
     ImportDeclaration[importKind='value'] > ImportSpecifier[importKind='value']:not([imported.name=/^(ok|err)$/])`,
    'A module is imported whole, but for ok, err and types: import * as module from "./module".',
  ),
  refuse("ImportDeclaration[specifiers.length=0]", "An import of nothing", 'import * as module from "./module"'),
  refuse(
    "ExportNamedDeclaration[declaration=null][exportKind='value']",
    "A list of exports",
    'export before the declaration (types alone: export type { Name } from "./module")',
  ),
  refuse(
    `Program > :not(ImportDeclaration, FunctionDeclaration, VariableDeclaration, ExportNamedDeclaration,
       ExportAllDeclaration, ExportDefaultDeclaration, ClassDeclaration, EmptyStatement, [type=/^TS/])`,
    "A statement at module level",
    "a function (loading a module only fills its constants)",
  ),
  refuse("VariableDeclaration[declare=true]", "A declaration without a value", "a type, or src/made_by.d.ts"),
  refuse(
    "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > VariableDeclaration[kind='let']",
    "A variable of a module",
    "const, or a parameter",
  ),
  refuse(
    "CallExpression:not(:function *):not([callee.type=/^(Identifier|MemberExpression)$/])",
    "A call of this at module level",
    "a call of a function by its name",
  ),
];

const functions = [
  refuse(":function[async=true], ForOfStatement[await=true]", "async", "a plain function: every call here waits"),
  refuse(":function[generator=true]", "A generator", "return an array"),
  refuse(
    ":function FunctionDeclaration",
    "A function inside a function",
    "a function at module level, or a const with an arrow function",
  ),
  refuse("Property[method=true], Property[kind!='init']", "A method, getter or setter", "a property"),
  refuse(
    ":not(Property, MethodDefinition) > FunctionExpression, Property[method=false][kind='init'] > FunctionExpression",
    "A function expression",
    "an arrow function",
  ),
  refuse(":function > RestElement", "A rest parameter", "an array as parameter"),
  refuse(
    "CallExpression[callee.type=/^(Logical|Conditional)Expression$/]",
    "A call of what ?? or a condition chooses",
    "a const for the function first (ucode calls `(a ?? b.c)(d)` as a method of b)",
  ),
  refuse(
    "ForStatement:not([init.kind='let'][init.declarations.length=1][test][update])",
    "A for without `let`, one variable, condition and step",
    "while",
  ),
  refuse("ForOfStatement:not([left.kind='const'])", "for-of without const", "for (const item of list)"),
];

const operators = [
  refuse("UnaryExpression[operator='delete']", "delete", "a record that is built without the member"),
  refuse("UnaryExpression[operator='void']", "void", "undefined"),
  refuse("UnaryExpression[operator='+']", "+ before a value", "a function that reads the number"),
  refuse(
    "UnaryExpression[operator='~'], BinaryExpression[operator=/^(&|\\||\\^|<<|>>>?)$/]",
    "A bit operator",
    "Math.floor and % (Lua 5.1 has none)",
  ),
  refuse("BinaryExpression[operator='**']", "**", "a multiplication"),
  refuse("BinaryExpression[operator='in']", "in", "a comparison of the member with undefined"),
  refuse("BinaryExpression[operator='instanceof']", "instanceof", "typeof, or a member that tells the kinds apart"),
  refuse("BinaryExpression[operator=/^[!=]=$/]", "== or !=", "=== or !=="),
  refuse("AssignmentExpression[operator!=/^[-+]?=$/]", "This assignment", "=, += or -="),
  refuse(
    `:matches(AssignmentExpression, UpdateExpression):not(ExpressionStatement > *):not(ForStatement > .update)`,
    "An assignment inside an expression",
    "a statement of its own",
  ),
  refuse(
    `UnaryExpression[operator='typeof']:not(BinaryExpression > .left),
     BinaryExpression[left.operator='typeof']:not([operator=/^[!=]==$/][right.value=/^(string|number|boolean|object)$/])`,
    "This use of typeof",
    'typeof x === "string", "number", "boolean" or "object", and x === undefined',
  ),
];

const data = [
  refuse("Literal[regex]", "A regular expression", "string methods, or a loop over the bytes"),
  refuse("Literal[bigint]", "A BigInt", "a number, or a text"),
  refuse(
    "Literal[raw=/^[.\\d]/][raw!=/^(\\d+(\\.\\d+)?|\\d+n)$/], Literal[raw=/^\\d/][value>100000000000000]",
    "This number",
    "a decimal number without exponent or separator, at most 10^14",
  ),
  refuse(
    "Literal[value=/[^\\x00-\\x7f]/], TemplateElement[value.cooked=/[^\\x00-\\x7f]/]",
    "Text with other characters than ASCII",
    "ASCII (a string is a row of bytes)",
  ),
  refuse(
    "Identifier[name=/^(Math|Object|String)$/]:not(CallExpression > MemberExpression.callee > .object)",
    "Math, Object or String without a call of its member",
    "Math.floor(n), Object.keys(record), String.fromCharCode(byte)",
  ),
  refuse("Identifier[name=/^(Symbol|globalThis)$/]", "Symbol or globalThis", "a name of its own for what is meant"),
  refuse(
    "MemberExpression[computed=true] > UnaryExpression.property, CallExpression[callee.property.name='slice'] > UnaryExpression",
    "A negative place",
    "a place from 0 on",
  ),
  refuse("CallExpression[callee.property.name='split'] > Literal[value='']", 'split("")', "a loop with charAt"),
];

/** The module that names the browser's cookies. */
export const cookieOwner = "src/sso_login/login/browser.ts";

const cookies = "/sysauth|__Host-\\w|webui_sso|^Set-Cookie$/i";

/** A restriction for all modules but that one. */
export const cookieNames = restrict(
  `Literal[value=${cookies}], TemplateElement[value.cooked=${cookies}]`,
  `Only ${cookieOwner} names a cookie. Instead: a member of its Browser, or the function of an event.`,
);

/** All other restrictions on syntax. */
export const syntax = [...kinds, ...names, ...modules, ...functions, ...operators, ...data];
