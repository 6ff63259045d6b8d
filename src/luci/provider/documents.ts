/** Links to the documents of this version. No DOM in here. */
import { version } from "../../sso_login/base/version";

/** The address above the folders of the versions. While it is a placeholder, there are no links, and scripts/dist.sh makes no release. */
const published = "https://example.org/sso-login";

/** The address of a document, such as `providers/keycloak.md` or `configuration.md#scope`; undefined while there is none. */
export function documentUrl(path: string, folder = published): string | undefined {
  return folder.startsWith("https://example.org/") ? undefined : `${folder}/v${version}/docs/${path}`;
}

/** The link of an option, by its name, to its row of the table of options, as HTML. */
export function optionLink(option: string, folder?: string): string {
  const name = `<code>${option}</code>`;
  const url = documentUrl(`configuration.md#${option}`, folder);
  return url === undefined ? name : `<a href="${url}" target="_blank" rel="noreferrer">${name}</a>`;
}
