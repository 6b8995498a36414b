import type { Page } from "@playwright/test";
import { hrefOf, navigation } from "#components/shell/navigation.ts";
import { expect, test } from "../support/fixtures.ts";

// WCAG 2.5.5: 44 px on touch screens. Its exceptions, which smallTargets() applies: links within a sentence, and targets
// with an equivalent one (a table row opens with a touch anywhere in it, a checkbox with its label).
const PAGES = navigation.map((entry) => hrefOf(entry, "default"));
const OTHERS = [
  "/w/default/models/openai/gpt-4o-mini",
  "/org/workspaces/default",
  "/docs/createResponse",
  "/docs/connect",
  "/docs/routing",
  "/account",
];

// An option of the worker, so that this file has gateways of its own: what other tests leave there adds targets.
test.use({
  launchOptions: [({ launchOptions }, provide) => provide({ ...launchOptions }), { scope: "worker" }],
});
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const path of [...PAGES, ...OTHERS]) {
  test(`${path}: everything to touch has at least 44 px`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await smallTargets(page)).toEqual([]);
  });
}

test("a request's panel: everything to touch has at least 44 px", async ({ page, gateway }) => {
  const { headers } = await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "fault-400" });
  await page.goto(`/w/default/logs?peek=${headers.get("x-generation-id")}`);
  await expect(page.getByRole("region", { name: "Cost", exact: true })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
});

/** Returns the targets of the page that are too small, with their size in CSS pixels. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TARGETS =
      "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [role=button], [role=slider]";
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>(TARGETS)) {
      const target = equivalentOf(element);
      if (!isReachable(element) || isInSentence(element)) continue;
      const { width, height } = sizeOf(target);
      // Browsers round sizes at fractional positions.
      if (width >= 43.5 && height >= 43.5) continue;
      const name = element.getAttribute("aria-label") || element.textContent?.trim().slice(0, 40) || element.id;
      found.add(`${element.tagName.toLowerCase()} "${name}": ${Math.round(width)} × ${Math.round(height)}`);
    }
    return [...found];

    function equivalentOf(element: HTMLElement): HTMLElement {
      if (element.hasAttribute("data-row")) return element.closest("tr") ?? element;
      return element instanceof HTMLInputElement ? (element.closest("label") ?? element) : element;
    }

    function isReachable(element: HTMLElement): boolean {
      const { width, height, bottom } = element.getBoundingClientRect();
      // A skip link is above the page until a keyboard focuses it.
      if (bottom + window.scrollY <= 0) return false;
      const isHidden = element.closest("[inert], [aria-hidden=true]") !== null || element.tabIndex < 0;
      // One pixel: only for screen readers and keyboards, such as a skip link.
      return !isHidden && width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    }

    /** The size with the invisible area around it that also takes touches. */
    function sizeOf(element: HTMLElement): { width: number; height: number } {
      const { width, height } = element.getBoundingClientRect();
      const area = getComputedStyle(element, "::after");
      if (area.content === "none" || area.position !== "absolute") return { width, height };
      return {
        width: Math.max(width, Number.parseFloat(area.width)),
        height: Math.max(height, Number.parseFloat(area.height)),
      };
    }

    function isInSentence(element: HTMLElement): boolean {
      if (!element.matches("a") || getComputedStyle(element).display !== "inline") return false;
      const text = element.closest("p, li, dd, td, label, figcaption")?.textContent ?? "";
      return text.trim().length > (element.textContent ?? "").trim().length;
    }
  });
}
