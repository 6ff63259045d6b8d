/** What the login page concludes from what the router told it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  automaticStep,
  isLoginData,
  loginUrl,
  samePage,
  saysEnabled,
  type Circumstances,
  type LoginData,
} from "../../src/luci/login_data";

const data: LoginData = {
  url: "https://router.example/cgi-bin/sso-login/",
  label: "Login with SSO",
  auto_redirect: true,
  logged_in: false,
  script: "/luci-static/resources/sso-login/login.js?v=1",
};

describe("what the router tells", () => {
  test("is taken with every kind of host", () => {
    for (const host of ["router.lan", "router.example:8443", "192.168.1.1", "[fd00::1]:8443"]) {
      assert.ok(isLoginData({ ...data, url: `https://${host}/cgi-bin/sso-login/` }), host);
    }
  });

  test("is not taken with another address", () => {
    for (const url of [
      "http://router.lan/cgi-bin/sso-login/",
      "https://router.lan/cgi-bin/sso-login",
      "https://router.lan/cgi-bin/sso-login/?next=1",
      "https://router.lan/x/cgi-bin/sso-login/",
      "https://user@router.lan/cgi-bin/sso-login/",
      "https://router.lan\\@idp.example/cgi-bin/sso-login/",
      "https:///cgi-bin/sso-login/",
      "javascript:alert(1)//cgi-bin/sso-login/",
      " https://router.lan/cgi-bin/sso-login/",
    ]) {
      assert.equal(isLoginData({ ...data, url }), false, url);
    }
  });

  test("is not taken when something is missing", () => {
    for (const value of [
      undefined,
      null,
      "x",
      {},
      { ...data, url: 1 },
      { ...data, label: "" },
      { ...data, script: 1 },
    ]) {
      assert.equal(isLoginData(value), false, JSON.stringify(value));
    }
  });
});

test("only the probe's clear yes is one", () => {
  assert.equal(saysEnabled({ enabled: true }), true);
  for (const answer of [{ enabled: false }, { enabled: "true" }, { enabled: 1 }, {}, [], null, true, "enabled"]) {
    assert.equal(saysEnabled(answer), false, JSON.stringify(answer));
  }
});

describe("the automatic step", () => {
  const step = (changes: Partial<Circumstances> = {}, more: Partial<LoginData> = {}): string =>
    automaticStep({
      data: { ...data, ...more },
      pathname: "/cgi-bin/luci/",
      search: "",
      isFirstPage: true,
      isTyping: false,
      ...changes,
    });

  test("is the login on a tab's first page, with auto_redirect alone", () => {
    assert.equal(step(), "login");
    assert.equal(step({}, { auto_redirect: false }), "none");
    assert.equal(step({ isFirstPage: false }), "none");
  });

  test("is none with ?local=1, wherever it stands", () => {
    for (const search of ["?local=1", "?a=b&local=1", "?local=1&a=b"]) {
      assert.equal(step({ search }), "none", search);
    }
    for (const search of ["?local=0", "?local", "?nonlocal=1", "?local=11", "?a=local=1"]) {
      assert.equal(step({ search }), "login", search);
    }
  });

  test("is none once the user types", () => assert.equal(step({ isTyping: true }), "none"));

  test("is the same page again where a session lives that the browser kept back", () => {
    assert.equal(step({}, { logged_in: true }), "reload");
    assert.equal(step({ search: "?local=1" }, { logged_in: true }), "none");
  });

  test("is that whatever auto_redirect says, on every page of a tab", () => {
    const pathname = "/cgi-bin/luci/admin/network/wireless";
    assert.equal(step({ pathname, isFirstPage: false }, { logged_in: true, auto_redirect: false }), "reload");
    assert.equal(step({ isTyping: true }, { logged_in: true }), "none");
  });

  test("is none where that would log the user out, or LuCI may read something else", () => {
    for (const pathname of [
      ...["/cgi-bin/luci/admin/logout", "/cgi-bin/luci/admin/logout/", "/cgi-bin/luci/admin/logout/x"],
      ...[
        "/cgi-bin/luci/admin/%6cogout",
        "/cgi-bin/luci//admin/logout",
        "//x/..%2fcgi-bin/luci/",
        "/cgi-bin/luci/;s/a",
        "/x",
      ],
    ]) {
      assert.equal(step({ pathname }, { logged_in: true }), "none", pathname);
    }
  });
});

describe("the login's address", () => {
  const { url } = data;

  test("has the page that was asked for", () => {
    for (const path of [
      "/cgi-bin/luci/admin/network/wireless",
      "/cgi-bin/luci/admin/x_y.z~1-2/",
      "/cgi-bin/luci/admin",
    ]) {
      assert.equal(new URL(loginUrl(url, path)).searchParams.get("return_to"), path);
    }
  });

  test("is as it was for LuCI's first page, its log-out, and what is no plain page", () => {
    for (const path of [
      ...[
        "/cgi-bin/luci/",
        "/cgi-bin/luci",
        "/cgi-bin/luci/admin/logout",
        "/cgi-bin/luci/admin/%6cogout",
        "/cgi-bin/lucix/a",
      ],
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
