import type { Locator } from "@playwright/test";

/** The secret that a dialog shows once. */
export async function secretIn(dialog: Locator): Promise<string> {
  return (await dialog.locator("code").first().textContent()) ?? "";
}
