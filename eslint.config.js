/** ESLint: typescript-eslint's type-checked rules for all TypeScript; what is forbidden beyond is said here with its reason. */
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  { ignores: ["build/", "node_modules/", "openwrt-feed/"] },
  { files: ["**/*.js"], extends: [js.configs.recommended] },
  {
    // What the box's web server sends to a browser.
    files: ["test/box/root/www/**/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: {
        AbortSignal: "readonly",
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
    rules: {
      // Arguments that a contract demands and a function does not need begin with an underscore.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // node:test's describe and it return promises that nobody waits for.
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
  },
  { files: ["scripts/**/*.ts", "src/**/*.ts"], rules: { "max-lines": ["error", 400] } },
  {
    files: ["src/luci/**/*.ts"],
    languageOptions: { parserOptions: { project: "tsconfig.luci.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      // LuCI's own globals, which TypeScript knows from luci.d.ts.
      "no-undef": "off",
      // xgettext passes over everything else; the texts of the check are collected from their table.
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.name='_']:not([arguments.0.object.name='texts']) > :not(.callee, Literal, BinaryExpression), " +
            "CallExpression[callee.name='_'] BinaryExpression > :not(Literal, BinaryExpression)",
          message: "The argument of _() is no text that xgettext can collect.",
        },
      ],
    },
  },
  {
    files: ["src/sso_login/**/*.ts"],
    languageOptions: { parserOptions: { project: "tstl.config.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      // What loads a module only where it is needed, see docs/subset.md.
      "@typescript-eslint/no-require-imports": "off",
      // Lua's `require`, and `unknown` values that are looked into step by step.
      "no-undef": "off",
    },
  },
);
