/** A group of end-to-end tests around one scene, which every test finds in its first state. */
import { after, before, beforeEach, describe, test } from "node:test";
import { patience } from "../../box/command.ts";
import { Scene, type SceneOptions } from "./scene.ts";

/** One test of a scene, or of what is opened around one. */
export interface SuiteTest<Subject> {
  (subject: Subject): Promise<void>;
  /** Why it can run only in a box. */
  needsBox?: string;
}

/** One end-to-end test. */
export type SceneTest = SuiteTest<Scene>;

/** A test that a real router skips, and says why. */
export function inBox<Subject>(needsBox: string, body: SuiteTest<Subject>): SuiteTest<Subject> {
  return Object.assign((subject: Subject) => body(subject), { needsBox });
}

/** Why a test is skipped here, if it is. */
export function reasonToSkip<Subject>(body: SuiteTest<Subject>): string | undefined {
  return process.env["ROUTER"] === undefined ? undefined : body.needsBox;
}

/** A test for each case, by its title. */
export function each<Given>(
  cases: Readonly<Record<string, Given>>,
  body: (scene: Scene, given: Given, title: string) => Promise<unknown>,
): Record<string, SceneTest> {
  const test =
    (title: string, given: Given): SceneTest =>
    async (scene) =>
      void (await body(scene, given, title));
  return Object.fromEntries(Object.entries(cases).map(([title, given]) => [title, test(title, given)]));
}

/** Scenes by their options: groups of a file with the same ones share router and provider. */
const scenes = new Map<string, Promise<Scene>>();

after(async () => {
  for (const scene of await Promise.allSettled(scenes.values())) {
    await (scene.status === "fulfilled" ? scene.value.close() : undefined);
  }
});

function openOnce(options: SceneOptions): Promise<Scene> {
  const key = JSON.stringify(options);
  const opened = scenes.get(key) ?? Scene.open(options);
  scenes.set(key, opened);
  return opened;
}

/** Defines tests that share a router and a provider. */
export function sceneSuite(name: string, options: SceneOptions, tests: Readonly<Record<string, SceneTest>>): void {
  describe(name, () => {
    let scene: Scene | undefined;
    const current = (): Scene => {
      if (scene === undefined) {
        throw new Error("the scene did not open");
      }
      return scene;
    };
    before(async () => {
      scene = await openOnce(options);
    });
    beforeEach(() => current().reset());
    for (const [title, body] of Object.entries(tests)) {
      test(title, { timeout: 3 * patience, skip: reasonToSkip(body) }, () => body(current()));
    }
  });
}
