/** Copies a field's text; where the browser has no clipboard (plain HTTP) it is selected to be copied by hand. */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  field.select();
  // Absent without HTTPS, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  await clipboard?.writeText(field.value);
}
