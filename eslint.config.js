/** ESLint: typescript-eslint's type-checked rules for all TypeScript; what is forbidden beyond is said here with its reason. */
import js from "@eslint/js";
import jsdoc from "eslint-plugin-jsdoc";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import { directions, readersOfFacts } from "./eslint/layers.js";
import { subset } from "./eslint/plugin.js";
import { cookieNames, cookieOwner, syntax } from "./eslint/syntax.js";

/** Modules of the service, which keep to the subset (docs/subset.md). */
const service = "src/sso_login/**/*.ts";

export default defineConfig(
  { ignores: ["build/", "node_modules/", "openwrt-feed/"] },
  { files: ["**/*.js"], extends: [js.configs.recommended] },
  {
    // The other comments: "comments" in scripts/lint.mk.
    files: ["**/*.{js,ts}"],
    plugins: { jsdoc },
    rules: {
      "jsdoc/match-description": [
        "error",
        {
          contexts: ["any"],
          matchDescription: "^(?!(?:What|Who|Whoever|That|Where)\\b)",
          message: "Begin a comment with a noun phrase or a verb in the third person.",
        },
      ],
    },
  },
  {
    // Sources that the box's web server sends to a browser.
    files: ["test/box/root/www/**/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: {
        AbortSignal: "readonly",
        Event: "readonly",
        Node: "readonly",
        URLSearchParams: "readonly",
        document: "readonly",
        fetch: "readonly",
        window: "readonly",
      },
    },
  },
  {
    files: ["**/*.ts"],
    extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
    plugins: { subset },
    rules: {
      "subset/spread-literal": ["error", "objects"],
      // Arguments that a contract demands and a function does not need begin with an underscore.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // node:test's describe and it return promises that no one waits for.
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["describe", "it", "test", "suite"], package: "node:test" },
          ],
        },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      eqeqeq: "error",
    },
  },
  {
    files: ["scripts/**/*.ts", "test/**/*.ts"],
    languageOptions: { parserOptions: { project: "tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name='assert'][callee.property.name='ok'][arguments.length=1]",
          message: "Without a message a failing assert.ok looks for its own source, which under tsx can take for ever.",
        },
      ],
    },
  },
  { files: ["test/providers/**"], rules: { "subset/spread-literal": "off" } },
  { files: ["scripts/**/*.ts"], rules: { "max-lines": ["error", 400] } },
  // A table of data that must be longer is named here as an exception.
  { files: ["src/**/*.ts"], rules: { "max-lines": ["error", 300], "subset/spread-literal": ["error", "all"] } },
  // One entry for each finding of the check.
  { files: ["src/sso_login/check/finding_texts.ts"], rules: { "max-lines": "off" } },
  {
    files: ["src/luci/**/*.ts"],
    plugins: { subset },
    languageOptions: { parserOptions: { project: "tsconfig.luci.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      // LuCI's own globals, which TypeScript knows from luci.d.ts.
      "no-undef": "off",
      "subset/no-circle": "error",
      // xgettext passes over everything else; the texts of tables are collected by scripts/texts.ts.
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.name='_']:not([arguments.0.name=/^(text|part|advice)$/]) > :not(.callee, Literal, BinaryExpression), " +
            "CallExpression[callee.name='_'] BinaryExpression > :not(Literal, BinaryExpression)",
          message: "The argument of _() is no text that xgettext can collect.",
        },
      ],
    },
  },
  {
    files: [service, "src/lua/**/*.ts", "src/ecma.d.ts", "src/made_by.d.ts"],
    languageOptions: {
      parserOptions: { project: "src/sso_login/tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Lua's own globals, which TypeScript knows from lua-types.
      "no-undef": "off",
      // Lua's require.
      "@typescript-eslint/no-require-imports": "off",
    },
  },
  {
    files: ["src/ecma.d.ts"],
    rules: {
      // Types that the compiler asks for and no one may use.
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-unsafe-function-type": "off",
    },
  },
  {
    // The subset: what src/ecma.d.ts, which has the permitted members, cannot say.
    files: [service],
    languageOptions: { globals: { MadeBy: "readonly", require: "readonly" } },
    plugins: { subset },
    rules: {
      curly: "error",
      "no-restricted-syntax": ["error", cookieNames, ...syntax],
      "no-undef": "error",
      "no-var": "error",
      "subset/array-elements": "error",
      "subset/callable-this": "error",
      "subset/closure-in-loop": "error",
      "subset/key-order": "error",
      "subset/lazy-import": ["error", "never"],
      "subset/module-effects": "error",
      "subset/no-circle": "error",
      "subset/null-comparison": "error",
      "subset/one-receiver": "error",
      "subset/operands": "error",
      "subset/own-name": "error",
      "subset/sealed-facts": "error",
      "subset/unique-name": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: true }],
      "@typescript-eslint/max-params": ["error", { max: 5 }],
      "@typescript-eslint/no-shadow": "error",
      "@typescript-eslint/no-unsafe-unary-minus": "error",
      // ucode as released has no forward declarations, and TypeScriptToLua's cost a line each.
      "@typescript-eslint/no-use-before-define": ["error", { ignoreTypeReferences: true }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true, allowAny: false, allowNullish: false, allowRegExp: false, allow: [] },
      ],
      "@typescript-eslint/strict-boolean-expressions": [
        "error",
        { allowString: false, allowNumber: false, allowNullableObject: false },
      ],
    },
  },
  { files: [cookieOwner], rules: { "no-restricted-syntax": ["error", ...syntax] } },
  {
    // The specification's signatures.
    files: ["src/sso_login/contracts/*.ts"],
    rules: { "@typescript-eslint/max-params": "off" },
  },
  {
    // One process serves one request, which loads what serves it: the router its endpoint, others what few requests come to.
    files: [
      "entry_points/cgi",
      "entry_points/commands/password_command",
      "entry_points/landing",
      "entry_points/watch",
      "protocol/access_token",
      "protocol/authorization_request",
      "protocol/client_authentication",
      "protocol/client_request",
      "protocol/id_token",
      "protocol/provider_calls",
      "protocol/known_metadata",
      "protocol/metadata_call",
      "protocol/provider_metadata",
      "logout/rp_logout",
      "protocol/token_request",
      "protocol/userinfo",
      "rpcd/session_ending",
      "rpcd/log_identity",
      "login/attempt",
      "login/login_finish",
      "login/login_start",
      "login/revalidation/revalidation_turn",
      "login/session_opening",
      "rights/session_rights",
      "rights/menu",
      "rpcd/rpcd_sessions",
      "settings/saved_config",
      "web/endpoints/callback",
      "web/endpoints/start",
      "web/negotiation",
      "web/endpoints/user_logout",
      "web/rate_limit",
      "web/refusal",
      "web/routes",
    ].map((name) => `src/sso_login/${name}.ts`),
    rules: {
      "subset/lazy-import": ["error", "typed"],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    },
  },
  {
    files: readersOfFacts.map((name) => `src/sso_login/${name}.ts`),
    rules: { "subset/sealed-facts": "off" },
  },
  ...directions,
);
