/** The saved client secret in unsaved settings: it is sent only to the provider for which it was saved. Pure functions. */
type TextValues = { [option: string]: string | undefined };
type Texts = { [option: string]: string };

/** The options that decide to whom the client secret goes. */
const address_options = ["issuer_url", "internal_issuer_url", "ca_file"];

export function same_provider(unsaved: TextValues, saved: TextValues): boolean {
  return !address_options.some((option) => (unsaved[option] ?? "") !== (saved[option] ?? ""));
}

/** The unsaved values with the saved client secret where they have none, and whether that may be sent. */
export function complete(unsaved: Texts, saved: Texts): { values: Texts; sendable: boolean } {
  // A signature of the router's key is only for the saved provider, too.
  if ((unsaved.client_secret ?? "") !== "" && unsaved.token_endpoint_auth_method !== "private_key_jwt") {
    return { values: unsaved, sendable: true };
  }
  const completed: Texts = {};
  for (const option of Object.keys(unsaved)) {
    const text = unsaved[option];
    completed[option] = text ?? "";
  }
  completed.client_secret = saved.client_secret ?? "";
  return { values: completed, sendable: same_provider(unsaved, saved) };
}
