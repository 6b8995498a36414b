import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds on the page as it is now, in light and in dark: none should be. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(...(await violationsIn(page, colorScheme)).map((line) => `${colorScheme} ${line}`));
  }
  return found;
}

/** Of what axe looks at, only colors differ between the themes: in dark it looks at nothing else. */
export async function violationsIn(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
  const { violations: broken } = await axe.analyze();
  return broken.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}
