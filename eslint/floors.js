/**
 * The house of src/sso_login (docs/architecture.md): rooms by floor, from the roof down. A module imports from its own
 * room and from the floors below; data comes back up as a Result.
 */

const house = "src/sso_login";

const floors = [["program"], ["web"], ["login", "check"], ["protocol", "session"], ["settings", "jose"], ["base"]];

/** The specification's module contracts; nothing inside imports them. result.ts is one too, and everybody's. */
const doors = ["config", "crypto", "discovery", "handshake", "oidc"];

/** What the two worlds offer to every room, and to `program/` beyond. */
const io = ["bytes", "clock", "json", "native"];
const ioOfPrograms = ["cgi", "compile", "console", "option", "plugin", "protect", "system"];

const roomsBelow = (floor) => floors.slice(floor + 1).flat();

/** One of the words, for a regular expression. */
const oneOf = (words) => `(${words.join("|")})`;

/** A config that permits imports of certain paths in certain files, and says which rooms those are. */
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

function room(name, floor) {
  const below = roomsBelow(floor);
  const worlds = name === "program" ? [...io, ...ioOfPrograms] : io;
  const paths = ["\\./\\w+", "\\.\\./result", `io/${oneOf(worlds)}`];
  return permit(
    [`${house}/${name}/**/*.ts`],
    below.length === 0 ? paths : [...paths, `\\.\\./${oneOf(below)}/\\w+`],
    `${name}/ imports from itself, ${[...below.map((other) => `${other}/`), "result"].join(", ")} and io/${worlds.join(", io/")} alone.`,
  );
}

const outside = [
  permit(
    [`${house}/**/*.ts`],
    ["\\./result"],
    "Which floor is this? Name the room in eslint/floors.js, or put the module into one.",
  ),
  permit(
    doors.map((door) => `${house}/${door}.ts`),
    ["\\./result", `\\./${oneOf(floors.flat())}/\\w+`, `io/${oneOf(io)}`],
    `A door imports from rooms, result and io/${io.join(", io/")} alone.`,
  ),
];

/** ESLint's configs for all modules; the last that fits a file counts. */
export const directions = [...outside, ...floors.flatMap((rooms, floor) => rooms.map((name) => room(name, floor)))];
