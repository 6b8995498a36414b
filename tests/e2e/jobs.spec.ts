import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "./support/fixtures.ts";

const PAGE = "/w/default/jobs";

async function begin(gateway: Production, more: object = {}): Promise<string> {
  const body = { model: "local/animatic", prompt: "A red fox trots through a snowy forest", duration: 2, ...more };
  const answer = await gateway.call("POST", "/videos", body);
  expect(answer.status).toBe(200);
  return answer.body.id;
}

const rowOf = (page: Page, id: string) => page.locator("tr", { has: page.locator(`[id="row-${id}"]`) });

test("a video is begun, watched while it is made, played, and its webhook is sent again", async ({ page, gateway }) => {
  const id = await begin(gateway, { callback_url: "https://receiver.invalid/hook" });
  await page.goto(PAGE);
  const row = rowOf(page, id);
  await expect(row).toContainText("2 s, 360p, 16:9");
  await expect(row).toContainText("completed", { timeout: 30_000 });
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/peek=/);
  const video = page.getByLabel("Video 1 of the job");
  await expect(video).toBeVisible();
  // The browser reads its length out of the bytes: it is a real video, of two seconds.
  await expect.poll(() => video.evaluate((element) => Math.round((element as HTMLVideoElement).duration))).toBe(2);
  await expect(page.getByText("could not be reached").first()).toBeVisible({ timeout: 15_000 });
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(2);
});

test.describe("an unknown job", () => {
  test.use({ expectedStatuses: [404] });

  test("is told as such", async ({ page }) => {
    await page.goto(`${PAGE}?peek=gen-vid-0-none`);
    await expect(page.getByText("There is no such job in this workspace")).toBeVisible();
  });
});
