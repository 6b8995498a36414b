import type { Page } from "@playwright/test";
import { hrefOf, navigation } from "#components/shell/navigation.ts";
import { violationsIn } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The smallest width at which WCAG 2.2 requires use without horizontal scrolling. */
const NARROWEST = { width: 320, height: 640 };

const PAGES = navigation.map((entry) => ({ name: entry.label, path: hrefOf(entry, "default") }));
const OTHERS = [
  { name: "Model page", path: "/w/default/models/openai/gpt-4o-mini" },
  { name: "Workspace page", path: "/org/workspaces/default" },
  { name: "Operation", path: "/docs/createResponse" },
  { name: "Connect a client", path: "/docs/connect" },
  { name: "Connect an agent", path: "/docs/connect/claude-code" },
  { name: "A guide", path: "/docs/routing" },
  { name: "Your account", path: "/account" },
  { name: "Sign in an agent", path: "/device" },
];

for (const { name, path } of [...PAGES, ...OTHERS]) {
  test(`${name}, with data: accessible in light and dark, on desktop and phone, and at 320 px`, async ({ page }) => {
    await open(page, path);
    await expectSound(page);
  });
}

test("A key's page: accessible in light and dark, on desktop and phone, and at 320 px", async ({ page, gateway }) => {
  const { body } = await gateway.call("GET", "/keys?limit=100");
  const { hash } = body.data.find(({ name }: { name: string }) => name === "production-web");
  await open(page, `/w/default/keys/${hash}`);
  await expectSound(page);
});

for (const tab of ["rules", "general", "routing", "assignments", "findings", "history"]) {
  test(`A guardrail, ${tab}: accessible in light and dark, on desktop and phone, and at 320 px`, async ({
    page,
    gateway,
  }) => {
    const { body } = await gateway.call("GET", "/guardrails");
    const { id } = body.data.find(({ name }: { name: string }) => name === "Personal data");
    await open(page, `/w/default/guardrails/${id}?tab=${tab}`);
    await expectSound(page);
  });
}

test.describe("without data", () => {
  test.use({ about: "empty" });
  for (const { name, path } of PAGES.filter((one) => !one.path.startsWith("/docs"))) {
    test(`${name}: accessible in light and dark, on desktop and phone, and at 320 px`, async ({ page }) => {
      await open(page, path);
      await expectSound(page);
    });
  }
});

test.describe("before sign-in", () => {
  test.use({ signedIn: false });
  for (const path of ["/sign-in", "/setup?token=any", "/docs"]) {
    test(`${path}: accessible in light and dark, on desktop and phone, and at 320 px`, async ({ page }) => {
      await open(page, path);
      await expectSound(page);
    });
  }
});

test.describe("pages that do not exist", () => {
  test.use({ expectedStatuses: [404] });
  for (const path of ["/no/such/page", "/w/no-such-workspace", "/w/default/models/no/such", "/reset/no-such-link"]) {
    test(`${path}: accessible in light and dark, on desktop and phone, and at 320 px`, async ({ page }) => {
      await open(page, path);
      await expectSound(page);
    });
  }
});

/** Opens a page and waits for its data: a heading, and no loading state. */
async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(WIDE);
  await page.goto(path);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

const softly = expect.configure({ soft: true });

async function expectSound(page: Page): Promise<void> {
  for (const [place, size] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await page.setViewportSize(size);
    softly(await violationsIn(page, "light"), `light, ${place}`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    softly(await violationsIn(page, "dark"), `dark, ${place}`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.setViewportSize(NARROWEST);
  // Charts resize one frame after the window.
  await softly.poll(() => overhang(page), "px that the page is wider than 320").toBeLessThanOrEqual(0);
}

function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
