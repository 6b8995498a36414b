import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds on the page as it is now, in light and in dark: none should be. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations: broken } = await new AxeBuilder({ page }).analyze();
    found.push(
      ...broken.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.target.join(" ")} ${nodes[0]?.failureSummary}`,
      ),
    );
  }
  return found;
}
