/** LemonLDAP::NG's portal of Debian under plackup, with its people for demonstrations. */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { providerHost } from "../../box/provider/identity-provider.ts";
import { startServer } from "../../box/server.ts";
import { callbackPath } from "../../e2e/support/scene.ts";
import { debian, type Kind, type Running, type Setting } from "./site.ts";

/** The file that names the configuration, as Debian's but for the folders. */
function startFile(folder: string): string {
  return `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'cache_root' => '${folder}/cache' }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;
}

/** The portal, with a captcha module that does nothing: it loads one whatever is configured, and its own takes ImageMagick. */
const program = `package NoCaptcha;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
$INC{'NoCaptcha.pm'} = 1;
package main;
use Lemonldap::NG::Portal::Main;
Lemonldap::NG::Portal::Main->run({});
`;

function sessions(folder: string, name: string): Record<string, unknown> {
  const directory = join(folder, name);
  mkdirSync(join(directory, "lock"), { recursive: true });
  return {
    [`${name}Storage`]: "Apache::Session::File",
    [`${name}StorageOptions`]: {
      Directory: directory,
      LockDirectory: join(directory, "lock"),
      generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
    },
  };
}

/** The configuration as its manager saves it: one relying party, RS512 for all that is signed, claims of other names. */
function configuration({ folder, front, router, callback, client }: Setting): Record<string, unknown> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    cfgNum: 1,
    cfgDate: Math.floor(Date.now() / 1000),
    cfgVersion: "2.16.1",
    key: "of no meaning here",
    portal: `${front.origin}/`,
    domain: providerHost,
    cookieName: "lemonldap",
    securedCookie: 1,
    ...sessions(folder, "global"),
    ...sessions(folder, "persistent"),
    localSessionStorage: "Cache::FileCache",
    localSessionStorageOptions: { namespace: "sessions", cache_root: join(folder, "cache") },
    locationRules: { [providerHost]: { default: "accept" } },
    authentication: "Demo",
    userDB: "Same",
    demoExportedVars: { cn: "cn", mail: "mail", uid: "uid" },
    groups: { "router-admins": "$uid eq 'dwho'" },
    captcha: "NoCaptcha",
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: front.origin,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServiceIgnoreScopeForClaims: 1,
    oidcServicePrivateKeySig: privateKey.export({ type: "pkcs8", format: "pem" }),
    oidcServicePublicKeySig: publicKey.export({ type: "spki", format: "pem" }),
    oidcServiceKeyIdSig: "first",
    oidcRPMetaDataExportedVars: { router: { mail: "mail", memberOf: "groups;string;always" } },
    oidcRPMetaDataOptions: {
      router: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: router + callback,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: `${router}/`,
        oidcRPMetaDataOptionsIDTokenSignAlg: "RS512",
        oidcRPMetaDataOptionsUserInfoSignAlg: "RS512",
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsBypassConsent: 1,
      },
    },
  };
}

export const lemonldap: Kind<Running> = {
  name: "lemonldap",
  missing: () => debian("liblemonldap-ng-portal-perl", "/usr/share/perl5/Lemonldap/NG/Portal/Main.pm"),
  start: async (setting) => {
    const { folder, port, front } = setting;
    const [file, portal] = [join(folder, "lemonldap-ng.ini"), join(folder, "portal.psgi")];
    writeFileSync(file, startFile(folder));
    writeFileSync(join(folder, "lmConf-1.json"), JSON.stringify(configuration(setting)));
    writeFileSync(portal, program);
    const stop = await startServer({
      command: ["plackup", "-E", "deployment", "--host", "127.0.0.1", "--port", String(port), portal],
      port,
      env: { ...process.env, LLNG_DEFAULTCONFFILE: file },
    });
    return {
      issuer: front.origin,
      // Everybody's password is the name.
      logIn: (browser, page, name) =>
        browser.submit(page, { user: name, password: name }, { stopBefore: callbackPath }),
      reset: () => Promise.resolve(),
      stop,
    };
  },
};
