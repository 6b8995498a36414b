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

test("an unknown job is told as such", async ({ page }) => {
  await page.goto(`${PAGE}?peek=gen-vid-0-none`);
  await expect(page.getByText("There is no such job in this workspace")).toBeVisible();
});

test("a job says what it was asked for, where the workspace keeps that, and through which key", async ({
  page,
  gateway,
}) => {
  const slug = `films-${crypto.randomUUID().slice(0, 8)}`;
  const made = await gateway.call("POST", "/workspaces", { name: slug, slug });
  await gateway.call("PATCH", `/workspaces/${slug}`, {
    is_observability_io_logging_enabled: true,
    io_logging_sampling_rate: 1,
  });
  const { body } = await gateway.call("POST", "/keys", { name: "film-maker", workspace_id: made.body.data.id });
  const video = { model: "local/animatic", prompt: "A heron lands on a misty lake", duration: 1 };
  const { body: job } = await gateway.call("POST", "/videos", video, { key: body.key });
  await page.goto(`/w/${slug}/jobs`);
  const row = rowOf(page, job.id);
  await expect(row.getByRole("link")).toHaveText("A heron lands on a misty lake");
  await expect(row).toContainText("local/animatic");
  await expect(row).toContainText("film-maker");
  await expect(row).toContainText("completed", { timeout: 30_000 });
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Video job" });
  await expect(panel.getByText("A heron lands on a misty lake")).toBeVisible();
  await expect(panel.getByText("film-maker")).toBeVisible();
  await expect(panel.getByText(/The video is kept until/)).toBeVisible();
});
