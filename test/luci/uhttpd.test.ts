/** uhttpd's handler before LuCI's own, and its entry in uhttpd's configuration, run by the stand-in of `ucode` or the program that `UCODE` names. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { repositoryRoot, ucodeProgram } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

interface World {
  /** The pieces that LuCI sends. */
  pieces: (string | number)[];
  request: { SCRIPT_NAME?: string; PATH_INFO?: string };
  /** uhttpd has no function by which the handler could see what LuCI sends. */
  is_bare?: boolean;
  luci_fails?: boolean;
}

interface Run {
  /** The function that throws in this run, at its call of that number; null in the first. */
  fails: string | null;
  at: number | null;
  sent: string;
  thrown?: string;
  /** Whether LuCI's program was run, at all, and before the request. */
  is_run: boolean;
  is_run_at_start: boolean;
}

const root = temporaryFolder("sso-login-uhttpd-");
const sources = join(repositoryRoot, "src/luci/uhttpd");

function ucode(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(ucodeProgram, args, { cwd: repositoryRoot, encoding: "utf8" });
  assert.equal(status, 0, stderr + stdout);
  return stdout;
}

function runs(world: World): [Run, ...Run[]] {
  const file = join(root, "world.json");
  writeFileSync(file, JSON.stringify(world));
  return JSON.parse(ucode("test/luci/uhttpd/driver.uc", file, join(sources, "login_page.uc"))) as [Run, ...Run[]];
}

/** A response as LuCI sends it. */
function response(body: string, header = "x-luci-login-required"): (string | number)[] {
  return ["Status: ", 403, " ", "Forbidden", "\r\n", "x-frame-options", ": ", "SAMEORIGIN", "\r\n"].concat(
    header === "" ? [] : [header, ": ", "yes", "\r\n"],
    ["\r\n", body],
  );
}

const form = '<html lang="pt-br"><form><input name="luci_password"></form></html>\n';
const world: World = { pieces: response(form), request: { SCRIPT_NAME: "/cgi-bin/luci" } };
const tag = (path: string): string => `<script src="${path}"></script>\n`;

/** Pages of LuCI, and what is sent after each. */
const pages: [title: string, world: Partial<World>, added: string][] = [
  [
    "a login page without a script: the script, in the page's language",
    {},
    tag("/cgi-bin/luci/admin/translations/pt-br"),
  ],
  [
    "one without a language: as LuCI's own",
    { pieces: response(form.replace(' lang="pt-br"', "")) },
    tag("/cgi-bin/luci/admin/translations/en"),
  ],
  [
    "LuCI at another address of another section",
    { request: { SCRIPT_NAME: "/luci" } },
    tag("/luci/admin/translations/pt-br"),
  ],
  [
    "the header's name in capitals, and the page in pieces",
    { pieces: [...response("", "X-LuCI-Login-Required"), form.slice(0, 40), form.slice(40)] },
    tag("/cgi-bin/luci/admin/translations/pt-br"),
  ],
  [
    "a login page that loads the script: nothing",
    { pieces: response(`<script src="/x/admin/translations/de">${form}`) },
    "",
  ],
  ["a page of a session that has such a field: nothing", { pieces: response(form, "") }, ""],
  ["the script itself: nothing", { request: { ...world.request, PATH_INFO: "/admin/translations/de" } }, ""],
  ["another status: nothing", { pieces: ["Status: ", 200, ...world.pieces.slice(2)] }, ""],
  ["a refusal without a form: nothing", { pieces: response("") }, ""],
  ["a response without a body: nothing", { pieces: response("").slice(0, -1) }, ""],
  ["an address that would be markup: nothing", { request: { SCRIPT_NAME: '/"><b>' } }, ""],
  ["no address: nothing", { request: {} }, ""],
];

describe("uhttpd's handler", () => {
  for (const [title, changes, added] of pages) {
    test(title, () => {
      const there = { ...world, ...changes };
      const [first] = runs(there);
      assert.equal(first.sent, there.pieces.join("") + added);
    });
  }

  test("LuCI's answer is complete, whatever fails in the handler at whichever call", () => {
    const all = runs(world);
    const full = world.pieces.join("");
    for (const { fails, at, sent, thrown } of all) {
      assert.equal(thrown, undefined, `${String(fails)} ${String(at)}`);
      assert.equal(sent.startsWith(full), true, `${String(fails)} ${String(at)}: ${sent}`);
      assert.match(sent.slice(full.length), /^(<script src="[^"]*"><\/script>\n)?$/);
    }
    // Each piece of the head is looked at, the page, and what is then made of it.
    assert.equal(all.length > 2 * world.pieces.length, true);
    assert.deepEqual([...new Set(all.map(({ fails }) => fails))].sort(), [
      "index",
      "join",
      "lc",
      "loadfile",
      "match",
      null,
      "substr",
    ]);
  });

  test("so it is where the handler cannot see what LuCI sends", () => {
    const [first] = runs({ ...world, is_bare: true });
    assert.equal(first.sent, world.pieces.join(""));
    assert.equal(first.thrown, undefined);
  });

  test("a fault of LuCI's own is left to uhttpd, with nothing after what LuCI has sent", () => {
    for (const { sent, thrown } of runs({ ...world, luci_fails: true })) {
      assert.deepEqual([sent, thrown], [world.pieces.join(""), "LuCI fails"]);
    }
  });

  test("runs LuCI with the request, so that several at once do not share what it opens", () => {
    for (const { fails, is_run, is_run_at_start } of runs(world)) {
      assert.deepEqual([is_run_at_start, is_run], [false, true], String(fails));
    }
  });
});

const luci = "/cgi-bin/luci=/usr/share/ucode/luci/uhttpd.uc";
const ours = "/cgi-bin/luci=/usr/share/sso-login/login_page.uc";
let routers = 0;

/** Runs the script for a configuration of uhttpd; the answer is the lists of its sections, the file before and after its removal, and the reloads. */
function configured(
  text: string,
  more: { runs?: boolean; httpd?: string } = {},
): { added: string; removed: string; reloads: number } {
  const router = join(root, `router-${String((routers += 1))}`);
  const put = (path: string, content: string, mode = 0o644): void => {
    mkdirSync(join(router, path, ".."), { recursive: true });
    writeFileSync(join(router, path), content, { mode });
  };
  put("etc/config/uhttpd", `${text}\n`);
  put("www/cgi-bin/luci", "");
  // A package manager runs when the configuration is changed for the first time, and ends a second later.
  put("manager", "");
  put("bin/pidof", `#!/bin/sh\n[ "$*" != uhttpd ] || exec ${String(more.runs ?? true)}\nrm ${router}/manager\n`, 0o755);
  put("etc/init.d/uhttpd", `#!/bin/sh\necho "$*" >>${router}/reloads\n`, 0o755);
  if (more.httpd !== undefined) {
    put("etc/httpd.conf", more.httpd);
  }
  mkdirSync(join(router, "var/run"), { recursive: true });
  const copy = join(router, "uhttpd_prefix.uc");
  const own = readFileSync(join(sources, "uhttpd_prefix.uc"), "utf8");
  writeFileSync(
    copy,
    own
      .replaceAll(/\/(etc|var\/run)\//g, `${router}$&`)
      .replace("${section.home}", `${router}$&`)
      .replaceAll("pidof", `${router}/bin/$&`)
      .replaceAll(/sleep ([12])/g, `echo $1 >>${router}/waits`)
      .replace(") &'", ")'"),
  );
  const file = (): string => readFileSync(join(router, "etc/config/uhttpd"), "utf8");
  ucode(copy, "add");
  const added = file();
  ucode(copy, "add");
  assert.equal(file(), added, "a second time changes nothing");
  ucode(copy, "remove");
  ucode(copy, "remove");
  assert.deepEqual(readdirSync(join(router, "var/run")), []);
  const reloads = existsSync(join(router, "reloads")) ? readFileSync(join(router, "reloads"), "utf8") : "";
  assert.match(reloads, /^(reload\n)*$/);
  const waits = existsSync(join(router, "waits")) ? readFileSync(join(router, "waits"), "utf8") : "";
  assert.match(waits, /^(1\n2\n2\n)?$/, "it waits for the package manager, and for the answer to be read");
  return { added: added.slice(0, -1), removed: file().slice(0, -1), reloads: reloads.length / "reload\n".length };
}

/** A section as UCI writes it. */
const section = (name: string, ...lines: string[]): string =>
  `\nconfig uhttpd '${name}'\n${lines.map((line) => `\t${line}\n`).join("")}`;
const list = (...entries: string[]): string[] => entries.map((entry) => `list ucode_prefix '${entry}'`);
const home = ["option home '/www'", "option cgi_prefix '/cgi-bin'"];

/** Sections, and the entries that they have afterwards. */
const sections: [title: string, before: string[], after: string[]][] = [
  ["before LuCI's own", list(luci), [ours, luci]],
  ["between others, whose order stays", list("/a=/a.uc", luci, "/b=/b.uc"), ["/a=/a.uc", ours, luci, "/b=/b.uc"]],
  ["where LuCI is a CGI program", home, [ours]],
  ["and other handlers are there", [...home, ...list("/a=/a.uc")], [ours, "/a=/a.uc"]],
  ["not where another handler has LuCI's address", [...home, ...list("/cgi-bin/luci=/x.uc")], ["/cgi-bin/luci=/x.uc"]],
  ["not where LuCI is not offered", ["option home '/www-guests'", "option cgi_prefix '/cgi-bin'"], []],
  ["nor without CGI programs", ["option home '/www'"], []],
  ["nor behind a password of uhttpd's", [...home, "list httpauth 'admin'"], []],
  ["nor with a file of such passwords", [...home, "option config '/etc/web.conf'"], []],
];

describe("its entry in uhttpd's configuration", () => {
  for (const [title, before, after] of sections) {
    test(`${title}; after the removal the file is as it was`, () => {
      const text = section("main", "list listen_http '0.0.0.0:80'", ...before);
      const { added, removed, reloads } = configured(text);
      const entries = [...added.matchAll(/ucode_prefix '([^']*)'/g)].map(([, entry]) => entry);
      assert.deepEqual(entries, after);
      assert.equal(removed, text);
      assert.equal(reloads, after.includes(ours) ? 2 : 0);
    });
  }

  test("in each section that offers LuCI", () => {
    const text =
      section("main", ...list(luci)) + section("guests", "option home '/www-guests'") + section("second", ...home);
    const { added, removed } = configured(text);
    assert.deepEqual(
      added.split("\nconfig ").map((part) => part.includes(ours)),
      [false, true, false, true],
    );
    assert.equal(removed, text);
  });

  test("not as a CGI program where uhttpd's own file has passwords", () => {
    const text = section("main", ...home);
    assert.equal(configured(text, { httpd: "/:root:$p$root\n" }).added, text);
    assert.equal(configured(text, { httpd: "" }).added.includes(ours), true);
  });

  test("a uhttpd that does not run is not started", () => {
    assert.equal(configured(section("main", ...list(luci)), { runs: false }).reloads, 0);
  });
});
