/** Options that have to be refused before anything is sent; `good` is a set that works. */
export function invalidOptions(good: Record<string, unknown>): [name: string, options: unknown][] {
  const url = good["url"] as string;
  const hex = (text: string): { hex: string } => ({ hex: Buffer.from(text, "latin1").toString("hex") });
  const changed: [option: string, values: unknown[]][] = [
    ["method", [undefined, "put", "get", "HEAD", "PATCH", "", "GET ", 1, hex("GET\0"), { lua: "func" }]],
    [
      "url",
      [
        ...[undefined, "", url.replace("https:", "http:"), url.replace("https:", "ftp:"), "file:///etc/passwd"],
        ...["gopher://127.0.0.1:70/", "https:", "https://", "https:///path", "https://?x", "/path", "127.0.0.1/"],
        ...[` ${url}`, `${url} `, `${url}\n`, `${url}\r\nHost: x`, `${url}?a b`, `${url}\t`, hex(`${url}\0`)],
        ...[hex(`${url}\x7f`), hex(`${url}\xe9`), url.replace("//", "//user@"), url.replace("//", "//user:pass@")],
        ...[url.replace("//", "//@"), url.replace("//", "\\\\"), "https://127.0.0.1\\@other.test/"],
        ...["https://127.0.0.1:99999/", "https://127.0.0.1:-1/", "https://127.0.0.1:x/", "https://[::1/", 5, {}],
        ...[{ lua: "func" }, { lua: "hostile" }],
      ],
    ],
    [
      "headers",
      [
        ...["Accept: x", 5, true, [5], [true], [[]], [""], ["Accept"], ["Accept:"], ["Accept: "], ["Accept;"]],
        ...[[": x"], [" Accept: x"], ["Acc ept: x"], ["Accept : x"], ["Accept: x\r\nX-Other: y"], ["Accept: x\ny"]],
        ...[["Accept: x\r"], [hex("Accept: \0")], [hex("Accept: x\x7f")], [hex("Acc\xe9pt: x")]],
        ...[["Accept: good", "bad"], ["Accept-Encoding: gzip"], ["accept-encoding: gzip"], ["Host: other.test"]],
        ...[["Content-Length: 3"], ["Transfer-Encoding: chunked"], ["Expect: 100-continue"], ["Connection: close"]],
        ...[["Upgrade: h2c"], ["TE: gzip"]],
      ],
    ],
    ["body", ["with GET", "", 5, true, {}]],
    ["ca_file", [5, true, {}, hex("/etc/ssl\0x")]],
    ["timeout", [undefined, 0, -1, "5", 3601, 1e300, { lua: "nan" }, { lua: "inf" }, {}, true]],
    ["connect_timeout", [0, -1, "5", 3601, { lua: "nan" }, { lua: "inf" }, true]],
    ["max_body", [undefined, 0, -1, 0.5, "5", 1e12, 2 ** 32 + 1, { lua: "nan" }, { lua: "inf" }, true]],
  ];
  const cases: [name: string, options: unknown][] = [
    ["no options", undefined],
    ["options are a string", url],
    ["options are a number", 5],
    ["options are a function", { lua: "func" }],
    ["options with metamethods", { lua: "hostile" }],
    ["options are empty", {}],
    ["DELETE with a body", { ...good, method: "DELETE", body: "x" }],
    ["POST with a number", { ...good, method: "POST", body: 5 }],
  ];
  for (const [option, values] of changed) {
    for (const value of values) cases.push([`${option} = ${JSON.stringify(value)}`, { ...good, [option]: value }]);
  }
  return cases;
}
