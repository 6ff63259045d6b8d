/**
 * The layers of src/sso_login (docs/architecture.md), from the top down; a layer has one module or more. A file imports from
 * its own module and from the layers below; data comes back up as a Result.
 */

const service = "src/sso_login";

const layers = [
  ["program"],
  ["web"],
  ["login", "check"],
  ["logout"],
  ["protocol", "session"],
  ["settings"],
  ["jose"],
  ["base"],
];

/** The specification's module contracts; nothing inside imports them. result.ts is one too, and every file may import it. */
const facades = ["config", "crypto", "discovery", "handshake", "oidc"];

/** The parts of `io` that every module may import, and those only for `program/`. */
const io = ["bytes", "clock", "json", "native"];
const ioOfPrograms = ["cgi", "compile", "console", "plugin", "protect", "system"];

const modulesBelow = (layer) => layers.slice(layer + 1).flat();

/** One of the words, for a regular expression. */
const oneOf = (words) => `(${words.join("|")})`;

/** A config that permits imports of certain paths in certain files; `message` says which they are. */
function permit(files, paths, message) {
  return {
    files,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { patterns: [{ regex: `^(?!${oneOf(paths)}$)`, message }] },
      ],
    },
  };
}

function module(name, layer) {
  const below = modulesBelow(layer);
  const permittedIo = name === "program" ? [...io, ...ioOfPrograms] : io;
  const paths = ["\\./\\w+", "\\.\\./result", `io/${oneOf(permittedIo)}`];
  return permit(
    [`${service}/${name}/**/*.ts`],
    below.length === 0 ? paths : [...paths, `\\.\\./${oneOf(below)}/\\w+`],
    `${name}/ imports from itself, ${[...below.map((other) => `${other}/`), "result"].join(", ")} and io/${permittedIo.join(", io/")} alone.`,
  );
}

const outside = [
  permit(
    [`${service}/**/*.ts`],
    ["\\./result"],
    "Which layer is this? Name the module in eslint/layers.js, or put the file into one.",
  ),
  permit(
    facades.map((facade) => `${service}/${facade}.ts`),
    ["\\./result", `\\./${oneOf(layers.flat())}/\\w+`, `io/${oneOf(io)}`],
    `A facade imports from modules, result and io/${io.join(", io/")} alone.`,
  ),
];

/** ESLint's configs for all modules; the last that fits a file counts. */
export const directions = [
  ...outside,
  ...layers.flatMap((modules, layer) => modules.map((name) => module(name, layer))),
];
