/** The decisions of the login page by the data of the router. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  automaticStep,
  loginButtons,
  formShown,
  isLoginData,
  loginUrl,
  samePage,
  startOf,
  type Circumstances,
  type LoginData,
} from "../../src/luci/login/login_data";

const data: LoginData = {
  url: "https://router.example/cgi-bin/sso-login/",
  label: "Login with SSO",
  auto_redirect: true,
  logged_in: false,
  script: "/luci-static/resources/sso-login/login.js?v=1",
};

describe("what the router tells", () => {
  for (const host of ["router.lan", "router.example:8443", "192.168.1.1", "[fd00::1]:8443"]) {
    test(`is taken with the host ${host}`, () => {
      assert.equal(isLoginData({ ...data, url: `https://${host}/cgi-bin/sso-login/` }), true);
    });
  }

  const wrong = [
    ...["http://router.lan/cgi-bin/sso-login/", "https://router.lan/cgi-bin/sso-login", "javascript:alert(1)//x"],
    ...["https://router.lan/cgi-bin/sso-login/?next=1", "https://router.lan/x/cgi-bin/sso-login/"],
    ...["https://user@router.lan/cgi-bin/sso-login/", "https://router.lan\\@idp.example/cgi-bin/sso-login/"],
    ...["https:///cgi-bin/sso-login/", "javascript:alert(1)//cgi-bin/sso-login/"],
    " https://router.lan/cgi-bin/sso-login/",
  ].map((url) => ({ ...data, url }));
  const partial = [undefined, null, "x", {}, { ...data, url: 1 }, { ...data, label: "" }, { ...data, script: 1 }];
  test("is not taken with another address, or when something is missing", () => {
    for (const value of [...wrong, ...partial]) {
      assert.equal(isLoginData(value), false, JSON.stringify(value));
    }
  });
});

describe("providers", () => {
  const provider = (name: string): NonNullable<LoginData["providers"]>[number] => ({
    name,
    url: data.url,
    label: name,
  });
  const several = { ...data, providers: [provider("default"), provider("backup"), provider("google")] };
  const page = "/cgi-bin/luci/admin/status";

  test("are taken as the router tells them, and not otherwise", () => {
    assert.equal(isLoginData(several), true);
    assert.equal(isLoginData({ ...data, providers: [{ ...provider("a_1"), color: "#aBcDeF" }] }), true);
    const wrong = [
      ...[{ name: "../x" }, { name: "" }, { name: "a".repeat(33) }, { label: "" }, { label: 1 }],
      ...[{ color: "red;" }, { color: "#12345" }, { url: "https://other.example/" }, { url: undefined }],
    ];
    for (const change of wrong) {
      assert.equal(
        isLoginData({ ...data, providers: [{ ...provider("a"), ...change }] }),
        false,
        JSON.stringify(change),
      );
    }
  });

  test("have a button each in their order, the one that was used last first; only others are named in the address", () => {
    const names = (last: string | null): string[] => loginButtons(several, page, last).map(({ name }) => name);
    assert.deepEqual(names(null), ["default", "backup", "google"]);
    assert.deepEqual(names("google"), ["google", "default", "backup"]);
    assert.deepEqual(names("gone"), ["default", "backup", "google"]);
    const to = encodeURIComponent(page);
    assert.deepEqual(
      loginButtons(several, page, null).map(({ href }) => href.replace(data.url, "")),
      [`?return_to=${to}`, `?return_to=${to}&provider=backup`, `?return_to=${to}&provider=google`],
    );
    assert.equal(loginButtons(several, "/cgi-bin/luci/", null)[1]?.href, `${data.url}?provider=backup`);
    const [only, ...others] = loginButtons(data, page, "google");
    assert.deepEqual([only?.href, only?.label, others], [`${data.url}?return_to=${to}`, data.label, []]);
  });

  test("one of them can be named for the automatic redirect", () => {
    const start = (auto_redirect: LoginData["auto_redirect"]): string | undefined =>
      startOf({ auto_redirect }, loginButtons(several, page, "backup"))?.name;
    assert.deepEqual([start(true), start("google"), start("gone")], ["default", "google", undefined]);
  });
});

describe("the automatic redirect", () => {
  const step = (changes: Partial<Circumstances> = {}, more: Partial<LoginData> = {}): string =>
    automaticStep({
      data: { ...data, ...more },
      pathname: "/cgi-bin/luci/",
      search: "",
      isFirstPage: true,
      isTyping: false,
      ...changes,
    });

  const kept = { logged_in: true };
  const deep = { pathname: "/cgi-bin/luci/admin/network/wireless", isFirstPage: false };
  const cases: [expected: string, changes: Partial<Circumstances>, more?: Partial<LoginData>][] = [
    ["login", {}],
    ["none", {}, { auto_redirect: false }],
    ["none", { isFirstPage: false }],
    ["none", { isTyping: true }],
    ...["?local=1", "?a=b&local=1", "?local=1&a=b"].map((search): [string, object] => ["none", { search }]),
    ...["?local=0", "?local", "?nonlocal=1", "?local=11", "?a=local=1"].map((search): [string, object] => [
      "login",
      { search },
    ]),
    // The browser kept the cookie of a live session back: the same page again, with or without auto_redirect.
    ["reload", {}, kept],
    ["none", { search: "?local=1" }, kept],
    ["reload", deep, { ...kept, auto_redirect: false }],
    ["none", { isTyping: true }, kept],
    // Not where that would log the user out, or LuCI may read something else.
    ...[
      ...["/cgi-bin/luci/admin/logout", "/cgi-bin/luci/admin/logout/", "/cgi-bin/luci/admin/logout/x", "/x"],
      ...["/cgi-bin/luci/admin/%6cogout", "/cgi-bin/luci//admin/logout", "//x/..%2fcgi-bin/luci/"],
      "/cgi-bin/luci/;s/a",
    ].map((pathname): [string, object, object] => ["none", { pathname }, kept]),
  ];
  for (const [expected, changes, more = {}] of cases) {
    test(`is ${expected} for ${JSON.stringify({ ...changes, ...more })}`, () => {
      assert.equal(step(changes, more), expected);
    });
  }
});

describe("LuCI's form", () => {
  const texts = { reason: "r", refused: "f", provider_down: "d" };
  const off = { passwords_off: { ...texts, is_kept: false } };
  const kept = { password_label: "l", passwords_off: { ...texts, is_kept: true } };
  const cases: [expected: string, data: Parameters<typeof formShown>[0], search: string, isTyping?: boolean][] = [
    ["form", {}, ""],
    ["link", { password_label: "l" }, ""],
    ["form", { password_label: "l" }, "?local=1"],
    ["form", { password_label: "l" }, "", true],
    // No form when no password is accepted.
    ["none", off, ""],
    ["none", off, "?local=1"],
    ["none", off, "", true],
    ["link", kept, ""],
    ["form", kept, "?local=1"],
  ];
  for (const [expected, told, search, isTyping = false] of cases) {
    test(`is "${expected}" for ${JSON.stringify({ told, search, isTyping })}`, () => {
      assert.equal(formShown(told, search, isTyping), expected);
    });
  }
});

describe("the login's address", () => {
  const { url } = data;

  test("has the page that was asked for", () => {
    for (const page of ["admin/network/wireless", "admin/x_y.z~1-2/", "admin"]) {
      const path = `/cgi-bin/luci/${page}`;
      assert.equal(new URL(loginUrl(url, path)).searchParams.get("return_to"), path);
    }
  });

  test("is as it was for LuCI's first page, its logout, and what is no plain page", () => {
    for (const path of [
      ...["/cgi-bin/luci/", "/cgi-bin/luci", "/cgi-bin/luci/admin/logout", "/cgi-bin/luci/admin/%6cogout"],
      "/cgi-bin/lucix/a",
      ...["//other.example/..%2fcgi-bin/luci/x", "/cgi-bin/luci//x", "/cgi-bin/luci/a;b", "/cgi-bin/luci/%0a", "/"],
    ]) {
      assert.equal(loginUrl(url, path), url, path);
    }
  });
});

describe("the page opened again", () => {
  const origin = "https://router.lan:8443";

  for (const path of ["/cgi-bin/luci/", "//other.example/..%2fcgi-bin/luci/", "///other.example/..%2fcgi-bin/luci/"]) {
    test(`stays at the router: ${path}`, () => {
      const page = new URL(`${origin}${path}?x=1#y`);
      const again = new URL(samePage(page), page);
      assert.equal(again.origin, origin);
      assert.equal(again.pathname + again.search + again.hash, `${path}?x=1`);
    });
  }
});
