/** Who gets in: claims that options name, and roles by subject. */
import assert from "node:assert/strict";
import { editJson } from "../box/provider/misbehaviour.ts";
import type { Role, ServiceOptions } from "../box/router.ts";
import { expectOneLine } from "./support/expect.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

/** The ID Token has other claims, UserInfo others again; undefined leaves one out. */
function tell(scene: Scene, idToken: Record<string, unknown>, userInfo: Record<string, unknown> = {}): void {
  scene.provider.editIdToken(({ payload }) => void Object.assign(payload, idToken));
  scene.provider.misbehave(
    "userinfo",
    editJson((claims) => void Object.assign(claims, userInfo)),
  );
}

/** Mallory, who has no role by e-mail or claim `groups`, gets one. */
async function expectRole(
  scene: Scene,
  options: ServiceOptions,
  role: string,
  roles: Readonly<Record<string, Role>> = standardRoles,
): Promise<void> {
  await scene.configure(options, roles);
  await scene.callback(scene.client(), "mallory");
  await expectOneLine(scene, "LOGIN_GRANTED", new RegExp(` role=${role}\\b`));
}

sceneSuite(
  "who gets in",
  {},
  {
    "several claims add up, and one may be only in UserInfo": async (scene) => {
      tell(scene, { email: undefined, roles: ["router-viewers"] }, { realm_access: { roles: ["router-admins"] } });
      await expectRole(scene, { groups_claim: ["roles", "realm_access.roles"] }, "admin");
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.values["sso_roles"], ["admin", "viewer"]);
    },

    "an address under another name is the user's e-mail": async (scene) => {
      tell(scene, { upn: "Victor@example.org", email: "alice@example.org" });
      await expectRole(scene, { email_claim: "upn", email_claim_trusted: "1" }, "viewer");
      const [session] = await scene.ssoSessions();
      assert.equal(session?.values["sso_email"], "Victor@example.org");
    },

    "a role by subject matches whatever else the provider says of it": async (scene) => {
      const rights = { read: ["luci-base", "luci-mod-status-index"] };
      const owner = { sub: ["sub-mallory"], sub_issuer: scene.provider.issuer, ...rights };
      tell(scene, { email: undefined, groups: undefined });
      await expectRole(scene, {}, "owner", { owner, ...standardRoles });
      const { stdout } = await scene.router.commandLine("sync-roles");
      assert.doesNotMatch(stdout, /sessions ended/, "the session is still authorized");
    },
  },
);
