/** The panel about passwords where the router does not answer. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PeopleAnswer } from "../../src/sso_login/answers/ubus_answers";
import { savedSettings } from "./support/settings.ts";

/** As much of an element as the panel uses. */
class Part {
  readonly dataset = {};
  readonly isConnected = true;
  textContent = "";
  readonly attributes: { [name: string]: unknown };
  children: (Part | string)[];
  constructor(attributes: { [name: string]: unknown }, children: (Part | string)[] = []) {
    this.attributes = attributes;
    this.children = children;
  }
  querySelector(): null {
    return null;
  }
  all(): Part[] {
    return [this, ...this.children.flatMap((child) => (typeof child === "string" ? [] : child.all()))];
  }
  named(name: string): Part | undefined {
    return this.all().find(({ attributes }) => attributes["data-name"] === name);
  }
  text(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.text())).join("");
  }
}

let answer: () => Promise<PeopleAnswer>;
let tick = (): void => undefined;
Object.assign(globalThis, {
  window: { setInterval: (work: () => void) => void (tick = work), clearInterval: () => undefined },
  rpc: { declare: () => () => answer() },
  E: (_tag: string, attributes: { [name: string]: unknown }, children?: (Part | string)[]) =>
    new Part(attributes, children),
  dom: { content: (part: Part, children: (Part | string)[]) => (part.children = children) },
});
// By a name that the compiler does not follow: it knows LuCI's variables in the pages alone.
const module: string = "../../src/luci/people/passwords_panel";
type MakePanel = (mayWrite: boolean, saved: object, show: () => void) => { node: Part; load: () => Promise<void> };
const { passwordsPanel } = (await import(module)) as { passwordsPanel: MakePanel };

test("a trial that ends while the router does not answer says so", async () => {
  const saved = savedSettings();
  const { node, load } = passwordsPanel(false, saved, () => undefined);
  answer = () => Promise.resolve({ sessions: [], password_login: { ...saved.password_login, state: "trial" } });
  await load();
  assert.ok(node.named("countdown"), "no trial is shown");
  answer = () => Promise.reject(new Error("the router does not answer"));
  tick();
  await new Promise(setImmediate);
  assert.equal(node.named("passwords-message")?.text(), "the router does not answer");
});
