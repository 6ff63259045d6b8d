/** WebKitGTK's MiniBrowser, driven by WebDriver (https://www.w3.org/TR/webdriver1/). */
import { after } from "node:test";
import { sleep } from "../box/command.ts";
import { freePort, startServer } from "../box/server.ts";

/** How WebDriver names an element: one member, whose value is its id. */
type Element = Record<string, string>;

interface Driver {
  origin: string;
  stop: () => Promise<void>;
}

let started: Promise<Driver> | undefined;
after(async () => (await started)?.stop());

async function startDriver(): Promise<Driver> {
  const port = await freePort();
  // Pages in English, whoever runs this.
  const env = { ...process.env, LC_ALL: "C.UTF-8", LANGUAGE: "en" };
  const stop = await startServer({ command: ["WebKitWebDriver", `--port=${String(port)}`], port, env });
  return { origin: `http://127.0.0.1:${String(port)}`, stop };
}

/** One command; without a body a GET. */
async function send<T>(address: string, body?: object, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const answer = await fetch(address, { method, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${error}: ${message}`);
  }
  return value;
}

/** A browser with one tab, without cookies and storage. Elements are named by CSS selectors: the first that can be seen. */
export class WebKit {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  static async open(): Promise<WebKit> {
    started ??= startDriver();
    const { origin } = await started;
    // The tests' authority cannot be named to it.
    const capabilities = { alwaysMatch: { acceptInsecureCerts: true } };
    const { sessionId } = await send<{ sessionId: string }>(`${origin}/session`, { capabilities });
    return new WebKit(`${origin}/session/${sessionId}`);
  }

  async close(): Promise<void> {
    await send(this.#session, undefined, "DELETE");
  }

  async goto(url: string): Promise<void> {
    await send(`${this.#session}/url`, { url });
  }

  async url(): Promise<string> {
    return send<string>(`${this.#session}/url`);
  }

  /** The value that the body of a function returns in the page. */
  evaluate<T>(script: string, ...args: Element[]): Promise<T> {
    return send<T>(`${this.#session}/execute/sync`, { script, args });
  }

  /** Tries until it succeeds: elements come and go with their pages. */
  async until<T>(attempt: () => Promise<T>): Promise<T> {
    for (let count = 0; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (count === 200) {
          throw new Error(`at ${await this.url()}: ${String(error)}`, { cause: error });
        }
      }
      await sleep(50);
    }
  }

  /** How many elements there are, seen or not. */
  async count(selector: string): Promise<number> {
    return (await this.#elements(selector)).length;
  }

  async waitFor(selector: string): Promise<void> {
    await this.#with(selector, (address) => send(`${address}/name`));
  }

  async click(selector: string): Promise<void> {
    await this.#with(selector, async (address, element) => {
      // The driver itself does not scroll in LuCI's dialogs.
      await this.evaluate("arguments[0].scrollIntoView({ block: 'center' })", element);
      await send(`${address}/click`, {});
    });
  }

  async text(selector: string): Promise<string> {
    return this.#with(selector, (address) => send<string>(`${address}/text`));
  }

  async value(selector: string): Promise<string> {
    return this.#with(selector, (address) => send<string>(`${address}/property/value`));
  }

  /** Types into an empty field, or one that is emptied, as a person does; "\uE004" is Tab, "\uE007" Enter. */
  async fill(selector: string, keys: string): Promise<void> {
    await this.#with(selector, async (address) => {
      await send(`${address}/clear`, {});
      await send(`${address}/value`, { text: keys });
    });
  }

  async #elements(selector: string): Promise<Element[]> {
    return send<Element[]>(`${this.#session}/elements`, { using: "css selector", value: selector });
  }

  #with<T>(selector: string, use: (address: string, element: Element) => Promise<T>): Promise<T> {
    return this.until(async () => {
      for (const element of await this.#elements(selector)) {
        const address = `${this.#session}/element/${Object.values(element).join()}`;
        if (await send<boolean>(`${address}/displayed`)) {
          return use(address, element);
        }
      }
      throw new Error(`no one can see ${selector}`);
    });
  }
}
