/** Forms of the values of options: addresses, paths, names. Pure functions. */
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";

/** Bytes of a path to return to. */
const max_return = 512;

/** Bytes of the name of a provider's section. */
const max_provider_name = 32;

/** Whether a further provider's section may have a name, which is part of paths. */
export function is_provider_name(name: string): boolean {
  return (
    name !== "" && name.length <= max_provider_name && strings.consists_of(name, "name") && name !== public_names.first
  );
}

/** The path of a provider's redirect_uri. */
export function callback_path(provider: string): string {
  return public_names.callback_path + (provider === public_names.first ? "" : "/" + provider);
}

/** A path that cannot lead off this host. */
export function is_plain_path(value: string): boolean {
  const closed = value + "/";
  const plain = value.startsWith("/") && !value.includes("//") && strings.consists_of(value, "path");
  return plain && !closed.includes("/../") && !closed.includes("/./");
}

/** Whether a path leads neither to the landing page nor to the login. */
export function avoids_login(value: string): boolean {
  const closed = value + "/";
  return !closed.startsWith("/cgi-bin/webui/") && !closed.startsWith("/cgi-bin/sso-login/");
}

/** Whether a path may be the option `webui_path`; it is safe in HTML. */
export function is_web_path(value: string): boolean {
  return is_plain_path(value) && avoids_login(value);
}

/** Whether a login may end at a page: a plain path below `webui_path`, of at most 512 bytes, and not LuCI's logout. */
export function is_return_path(path: string, webui_path: string): boolean {
  const base = webui_path.endsWith("/") ? webui_path : webui_path + "/";
  const below = path.length <= max_return && path.startsWith(base) && !(path + "/").includes("/admin/logout/");
  return below && is_web_path(path);
}
