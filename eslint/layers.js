/**
 * The layers of src/sso_login and the rooms of src/luci (docs/architecture.md), from the top down; a layer has one folder or more, each with its purpose. A
 * file imports from its own folder and from the layers below; data comes back up as a Result.
 */

const service = "src/sso_login";

/** @type {Record<string, string>[]} */
export const layers = [
  {
    contracts:
      "the module contracts of the specification: facades for developers who extend or test the service; not installed",
    entry_points:
      "CGI program, landing page, command line (`entry_points/commands/`), plug-in of rpcd, background processes",
  },
  {
    answers: "what the settings page and the command line are told: settings, sessions, history, passwords, readiness",
  },
  {
    web: "request, routes, responses, rate limit, table of codes; `web/endpoints/` has one endpoint a file",
    registration: "registers this router as a client at a provider, updates and removes the registration",
  },
  {
    login:
      "from the start of a login to the session; `login/revalidation/` asks about it again; `login/test/` is the test login of the settings page",
    check: "tries and reports what a login needs; one topic in each file",
  },
  { logout: "logout from LuCI, and logout by the provider's logout token" },
  { passwords: "turns the passwords of rpcd's local logins off, on trial, and on" },
  { protocol: "OpenID Connect with the provider; one step in each file" },
  { explain: "why something was refused: reasons, advice and facts for log, page and check; loaded by a refusal" },
  { rpcd: "rpcd's sessions and sections: creation, comparison with the configuration, end" },
  { rights: "the rights of a user: roles by claims, access groups, permissions, pages of LuCI's menu" },
  { settings: "the configuration: type, options, sections; the settings page's data" },
  { jose: "JWS, JWK and hashes, on the native crypto" },
  { base: "what every module uses: the interface `io`, texts, encodings, URLs, log, files of the run directory" },
];

/** The files that open the facts of a failure: what passes it on, the log, `explain/`, and what prints to people. */
export const readersOfFacts = [
  "base/failure_facts",
  "base/failures",
  "base/failure_record",
  "base/log_texts",
  "explain/*",
  "check/failed_calls",
  "check/report",
  "login/test/test_outcome",
  "web/error_page",
  "web/exchange_answer",
  "web/failed_callback",
  "web/refusal",
  "entry_points/commands/command_outcome",
  "entry_points/rpcd_plugin",
  "entry_points/commands/password_command",
];

/** The parts of `io` that every module may import, and those only for `entry_points/`. */
const io = ["bytes", "clock", "json", "native"];
const ioOfPrograms = ["cgi", "compile", "console", "plugin", "protect", "system"];

const foldersBelow = (layer) => layers.slice(layer + 1).flatMap((folders) => Object.keys(folders));

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

/** The imports that the files of a folder may have; `depth` is how many folders they are below it. */
function folder(name, layer, depth) {
  const below = foldersBelow(layer);
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

/** The rooms of src/luci, from the top down, with their purpose; a file imports from its own room and from those below. */
export const rooms = {
  page: "the settings page: its parts together, saving, leaving",
  people: "sessions, the log and passwords",
  check: "the check and the test login, with their findings",
  roles: "roles, their members and rights",
  provider: "the form of a provider's options and of the router's",
  saving: "the settings as a value, without the DOM: changes, drafts, merging, problems, calls",
  kit: "elements of pages; knows nothing of this service",
  login: "the scripts of LuCI's login page",
};

/** The imports that the files of a room may have. */
function room(name, at, names) {
  // The scripts of the login page are loaded by every page: they share nothing with the settings page.
  const below = name === "login" ? [] : names.slice(at + 1).filter((other) => other !== "login");
  const rooms = below.length === 0 ? [] : [`\\.\\./${oneOf(below)}/\\w+`];
  return permit(
    [`src/luci/${name}/*.ts`],
    ["\\./\\w+", "\\.\\./\\.\\./sso_login/(\\w+/)*\\w+", ...rooms],
    `${name}/ imports from itself, ${below.map((other) => `${other}/, `).join("")}and the service alone.`,
  );
}

const outside = permit(
  [`${service}/**/*.ts`],
  ["\\./result"],
  "Which layer is this? Name the folder in eslint/layers.js, or put the file into one.",
);

/** ESLint's configs for all folders; the last that fits a file counts. */
export const directions = [
  permit(["src/luci/*.ts"], ["\\./login/login_data"], "Which room is this? Put the file into one (eslint/layers.js)."),
  ...Object.keys(rooms).map(room),
  outside,
  ...layers.flatMap((folders, layer) =>
    Object.keys(folders).flatMap((name) => [folder(name, layer, 0), folder(name, layer, 1)]),
  ),
];
