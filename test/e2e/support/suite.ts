/** A group of end-to-end tests around one scene, which every test finds in its first state. */
import { after, before, beforeEach, describe, test } from "node:test";
import { Scene, type SceneOptions } from "./scene.ts";

/** One end-to-end test. */
export type SceneTest = (scene: Scene) => Promise<void>;

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
      scene = await Scene.open(options);
    });
    beforeEach(() => current().reset());
    after(() => scene?.close());
    for (const [title, body] of Object.entries(tests)) {
      void test(title, { timeout: 60_000 }, () => body(current()));
    }
  });
}
