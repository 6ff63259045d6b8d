/** Who gets in: claims that options name, and roles by subject. */
import assert from "node:assert/strict";
import { editJson } from "../box/provider/misbehaviour.ts";
import type { ServiceOptions } from "../box/router.ts";
import { expectOneLine, expectRefusal } from "./support/expect.ts";
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
async function expectRole(scene: Scene, options: ServiceOptions, role: string): Promise<void> {
  await scene.configure(options);
  await scene.callback(scene.client(), "mallory");
  await expectOneLine(scene, "LOGIN_GRANTED", new RegExp(` role=${role}\\b`));
}

sceneSuite(
  "groups and e-mail by other claims",
  {},
  {
    "several claims add up, and one may be in UserInfo alone": async (scene) => {
      tell(scene, { email: undefined, roles: ["router-viewers"] }, { realm_access: { roles: ["router-admins"] } });
      await expectRole(scene, { groups_claim: ["roles", "realm_access.roles"] }, "admin");
      const [session] = await scene.ssoSessions();
      assert.deepEqual(session?.values["sso_roles"], ["admin", "viewer"]);
    },

    "UserInfo is asked for the claims that the options name": async (scene) => {
      tell(scene, { roles: undefined }, { roles: ["router-admins"] });
      await expectRole(scene, { groups_claim: ["roles"] }, "admin");
    },

    "an address under another name is the user's e-mail": async (scene) => {
      tell(scene, { upn: "Victor@example.org", email: "alice@example.org" });
      await expectRole(scene, { email_claim: "upn" }, "viewer");
      const [session] = await scene.ssoSessions();
      assert.equal(session?.values["sso_email"], "Victor@example.org");
    },

    "a refusal says which claims were not there": async (scene) => {
      await scene.configure({ groups_claim: ["roles", "realm_access.roles"] });
      tell(scene, { roles: [] });
      const hop = await scene.callback(scene.client(), "mallory");
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", {
        line: / absent_claims=realm_access\.roles .*groups=0 /,
      });
    },

    "the command line says which claim and which rule gave each role": async (scene) => {
      await scene.configure({ groups_claim: ["realm_access.roles", "roles"] });
      const claims = { sub: "sub-mallory", realm_access: { roles: ["router-viewers"] } };
      const file = scene.router.path("/tmp/claims.json");
      await scene.router.writeFile("/tmp/claims.json", JSON.stringify(claims));
      const { code, stdout } = await scene.router.commandLine("roles", "--claims", file);
      assert.equal(code, 0);
      assert.match(stdout, /^viewer: by group router-viewers \(claim realm_access\.roles\)$/m);
      assert.match(stdout, /^claim roles: absent$/m);
    },
  },
);

/** The role of one subject, beside the standard ones. */
async function configureSubject(scene: Scene, issuer: string | undefined): Promise<void> {
  const owner = { sub: ["sub-mallory"], sub_issuer: issuer, read: ["luci-base", "luci-mod-status-index"] };
  await scene.configure({}, { owner, ...standardRoles });
}

sceneSuite(
  "roles by subject",
  {},
  {
    "match that subject, whatever else the provider says of it": async (scene) => {
      await configureSubject(scene, scene.provider.issuer);
      tell(scene, { email: undefined, groups: undefined });
      await scene.callback(scene.client(), "mallory");
      await expectOneLine(scene, "LOGIN_GRANTED", / role=owner /);
      const { stdout } = await scene.router.commandLine("sync-roles");
      assert.doesNotMatch(stdout, /sessions ended/, "the session keeps its reason");
    },

    "of another issuer match nobody": async (scene) => {
      await configureSubject(scene, `${scene.provider.issuer}/`);
      const hop = await scene.callback(scene.client(), "mallory");
      await expectRefusal(scene, hop, "USER_NOT_AUTHORIZED", { line: / sub=sub-mallory\b/ });
    },

    "without an issuer are CONFIG_ERROR": async (scene) => {
      await configureSubject(scene, undefined);
      const hop = await scene.client().request(`${scene.router.baseUrl}/`);
      await expectRefusal(scene, hop, "CONFIG_ERROR", { line: /option=sub_issuer role=owner/ });
    },

    "end with the subject's place in the list": async (scene) => {
      await configureSubject(scene, scene.provider.issuer);
      await scene.callback(scene.client(), "mallory");
      await scene.configure();
      assert.match((await scene.router.commandLine("sync-roles")).stdout, /sessions ended: 1/);
    },
  },
);
