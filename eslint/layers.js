/**
 * The layers of src/sso_login (docs/architecture.md), from the top down; a layer has one module or more. A file imports from
 * its own module and from the layers below; data comes back up as a Result.
 */

const service = "src/sso_login";

const layers = [
  ["contracts", "entry_points"],
  ["web", "registration"],
  ["login", "check"],
  ["logout"],
  ["passwords"],
  ["protocol"],
  ["explain"],
  ["rpcd"],
  ["rights"],
  ["settings"],
  ["jose"],
  ["base"],
];

/** The parts of `io` that every module may import, and those only for `entry_points/`. */
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

/** The imports that the files of a module may have; `depth` is how many folders they are below it. */
function module(name, layer, depth) {
  const below = modulesBelow(layer);
  const permittedIo = name === "entry_points" ? [...io, ...ioOfPrograms] : io;
  const top = "\\.\\./".repeat(depth + 1);
  const own = ["\\./", ...Array.from({ length: depth }, (_, up) => "\\.\\./".repeat(up + 1))];
  const paths = [...own.map((start) => `${start}(\\w+/)?\\w+`), `${top}result`, `io/${oneOf(permittedIo)}`];
  return permit(
    [`${service}/${name}/${"*/".repeat(depth)}*.ts`],
    below.length === 0 ? paths : [...paths, `${top}${oneOf(below)}/(\\w+/)?\\w+`],
    `${name}/ imports from itself, ${[...below.map((other) => `${other}/`), "result"].join(", ")} and io/${permittedIo.join(", io/")} alone.`,
  );
}

const outside = permit(
  [`${service}/**/*.ts`],
  ["\\./result"],
  "Which layer is this? Name the module in eslint/layers.js, or put the file into one.",
);

/** ESLint's configs for all modules; the last that fits a file counts. */
export const directions = [
  outside,
  ...layers.flatMap((modules, layer) => modules.flatMap((name) => [module(name, layer, 0), module(name, layer, 1)])),
];
