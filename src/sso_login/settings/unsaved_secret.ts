/** The saved client secret in settings that are not saved: it is only ever sent to the provider that it was saved for. Pure functions. */
import * as strings from "../base/strings";

type TextValues = { [option: string]: string | undefined };

/** The options that decide to whom the client secret goes. */
const address_options = ["issuer_url", "internal_issuer_url", "ca_file"];

/** Whether unsaved values send the secret where the saved ones do. */
export function same_provider(unsaved: TextValues, saved: TextValues): boolean {
  return !address_options.some((option) => (unsaved[option] ?? "") !== (saved[option] ?? ""));
}

/** The unsaved values with the saved client secret where they have none, and whether that may be sent. */
export function complete(
  unsaved: { [option: string]: string },
  saved: { [option: string]: string },
): { values: { [option: string]: string }; sendable: boolean } {
  // What a key signs is only for the saved provider, too, and no value of the page.
  if ((unsaved.client_secret ?? "") !== "" && unsaved.token_endpoint_auth_method !== "private_key_jwt") {
    return { values: unsaved, sendable: true };
  }
  const completed: { [option: string]: string } = {};
  for (const option of strings.sorted_keys(unsaved)) {
    const value = unsaved[option];
    if (value !== undefined) {
      completed[option] = value;
    }
  }
  completed.client_secret = saved.client_secret ?? "";
  return { values: completed, sendable: same_provider(unsaved, saved) };
}
