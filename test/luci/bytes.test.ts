/** Byte strings in the browser are those of the router: what src/luci/io/bytes.ts answers is what the Lua of the service does. */
import { equal } from "node:assert/strict";
import { test } from "node:test";
import * as bytes from "../../src/luci/io/bytes.ts";
import { runOrFail } from "../box/command.ts";
import { repositoryRoot } from "../box/locations.ts";

const all = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
const names = ["bare", "digits", "hex", "lower", "path", "printable", "unreserved", "url", "visible"] as const;

/** No bytes' one encoding: a single digit, bits left over, another alphabet, padding. */
const misshapen = ["A", "AAAAA", "AB", "Zm9", "Zm+v", "Zg==", "Zm9v\n"];

const inLua = `package.path = "${repositoryRoot}/openwrt-feed/sso-login/generated/lua/?.lua;" .. package.path
package.cpath = "${repositoryRoot}/build/native/mbedtls/?.so;" .. package.cpath
local bytes, all = require("sso_login.io.bytes"), ""
for code = 0, 255 do all = all .. string.char(code) end
for name in ("${names.join(" ")}"):gmatch("%S+") do
  local places = {}
  for at = 0, 255 do places[#places + 1] = bytes.outside(all, name, at) end
  print(table.concat(places, " "))
end
print(bytes.hex_encode(all))
for length = 253, 256 do print(bytes.base64url_encode(all:sub(1, length))) end
print(bytes.integer_of("007"))
for _, text in ipairs({ ${misshapen.map((text) => JSON.stringify(text)).join(", ")} }) do print(bytes.base64url_decode(text)) end`;

test("sets, encodings and numbers are those of the service in Lua", async () => {
  const lines = (await runOrFail("lua5.1", ["-e", inLua])).trimEnd().split("\n");
  const places = (name: bytes.ByteSet): string => [...all].map((_, at) => bytes.outside(all, name, at)).join(" ");
  const encoded = [253, 254, 255, 256].map((length) => bytes.base64url_encode(all.slice(0, length)));
  const values = [bytes.hex_encode(all), ...encoded, String(bytes.integer_of("007"))];
  const refused = misshapen.map((text) => bytes.base64url_decode(text) ?? "nil");
  const expected = [...names.map(places), ...values, ...refused];
  for (const [at, line] of expected.entries()) {
    equal(lines[at], line, names[at] ?? "an encoding or a number");
  }
  equal(lines.length, expected.length);
  for (const [at, text] of encoded.entries()) {
    equal(bytes.base64url_decode(text), all.slice(0, 253 + at));
  }
});
