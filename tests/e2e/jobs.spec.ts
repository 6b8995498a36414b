import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

const PAGE = "/w/default/jobs";

async function begin(gateway: Production, more: object = {}): Promise<string> {
  const body = { model: "local/animatic", prompt: "A red fox trots through a snowy forest", duration: 2, ...more };
  const answer = await gateway.call("POST", "/videos", body);
  expect(answer.status).toBe(200);
  return answer.body.id;
}

const rowOf = (page: Page, id: string) => page.locator("tr", { has: page.locator(`a[href="?peek=${id}"]`) });

test("a video is submitted, followed and played, and its webhook is resent", async ({ page, gateway }) => {
  const id = await begin(gateway, { callback_url: "https://receiver.invalid/hook" });
  // The row's thumbnail may load what the player shows.
  const content = page.waitForResponse((answer) => answer.url().includes(`/videos/${id}/content`));
  await page.goto(PAGE);
  const row = rowOf(page, id);
  await expect(row).toContainText("2 s, 360p, 16:9");
  await expect(row).toContainText("completed");
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/peek=/);
  // Players request byte ranges; some play nothing else.
  expect((await content).status()).toBe(206);
  const video = page.getByLabel("Video 1 of the job");
  await expect(video).toBeVisible();
  // The browser reads the length from the file: it is a real video of two seconds.
  await expect.poll(() => video.evaluate((element) => Math.round((element as HTMLVideoElement).duration))).toBe(2);
  await video.evaluate((element) => {
    (element as HTMLVideoElement).currentTime = 1.5;
  });
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).seeking)).toBe(false);
  expect(await video.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBe(1.5);
  await expect(page.getByText("Could not reach the receiver").first()).toBeVisible();
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("button", { name: "Resend" })).toHaveCount(2);
  await page.getByText("Verify a signature").click();
  await expect(page.getByRole("tabpanel", { name: "Node" })).toContainText("timingSafeEqual");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Run again with changes" }).click();
  await expect(page).toHaveURL(/\/playground\/video\?model=local(\/|%2F)animatic$/);
  await expect(page.getByLabel("Duration")).toHaveValue("2");
  await expect(page.getByLabel("Resolution", { exact: true })).toHaveValue("360p");
  await expect(page.getByLabel("Aspect ratio")).toHaveValue("16:9");
});

test("the title counts jobs in progress, and an unknown state is shown unchanged", async ({ page }) => {
  const job = (id: string, status: string) => ({
    id,
    status,
    polling_url: `/api/v1/videos/${id}`,
    created_at: new Date().toISOString(),
    completed_at: null,
    expires_at: null,
    model: "local/animatic",
    provider: "local",
    duration: 1,
    resolution: "360p",
    aspect_ratio: "16:9",
    prompt: null,
    api_key_hash: null,
    api_key_name: null,
    callback: null,
  });
  const jobs = [job("gen-vid-0-a", "upscaling"), job("gen-vid-0-b", "pending"), job("gen-vid-0-c", "expired")];
  const total = { total_count: jobs.length };
  await page.route(/\/api\/v1\/videos\?/, (route) => route.fulfill({ json: { data: jobs, ...total } }));
  await page.goto(PAGE);
  await expect(rowOf(page, "gen-vid-0-a").getByText("upscaling", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("2 running · Jobs · default · Switchboard");
  await expect(page.getByText("2 running", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  jobs.splice(0, 2);
  await expect(page).toHaveTitle("Jobs · default · Switchboard");
});

test.describe("before the first job", () => {
  test.use({ about: "empty" });

  test("a link to the playground's video mode is shown", async ({ page }) => {
    await page.goto(PAGE);
    await page.getByRole("link", { name: "Generate a video in the playground" }).click();
    await expect(page).toHaveURL(/\/playground\/video$/);
    await expect(page.getByLabel("Prompt")).toBeVisible();
  });
});

test("an unknown job is reported as such", async ({ page }) => {
  await page.goto(`${PAGE}?peek=gen-vid-0-none`);
  await expect(page.getByText("Job not found in this workspace")).toBeVisible();
});

test("a job shows its prompt, if the workspace stores it, and its key", async ({ page, gateway }) => {
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
  await expect(row).toContainText("completed");
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Video job" });
  await expect(panel.getByText("A heron lands on a misty lake")).toBeVisible();
  await expect(panel.getByText("film-maker")).toBeVisible();
  await expect(panel.getByText(/The video is kept until/)).toBeVisible();
});
