import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { openMode } from "../support/playground.ts";

const PAGE = "/w/default/playground/video";
const LOCAL = "local/animatic";
const VEO = "google/veo-3.1-generate-preview";
const PROMPT = "A red fox trots through a snowy forest";
const PIXEL = {
  name: "fox.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("by keyboard alone: a video is started, followed across a reload, and played", async ({ page }) => {
  await open(page);
  await tabTo(page, page.getByLabel("Prompt"));
  await page.keyboard.type(PROMPT);
  await tabTo(page, page.getByLabel("Duration"));
  await page.keyboard.type("2");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/v1/videos"),
  );
  await page.keyboard.press("Control+Enter");
  expect((await sent).postDataJSON()).toEqual({ model: LOCAL, prompt: PROMPT, duration: 2 });
  const card = cardOf(page, PROMPT);
  await expect(card).toContainText("Elapsed");
  await page.reload();
  await expect(card).toContainText("2 s");
  await expect(card.getByText("completed", { exact: true })).toBeVisible();
  // The browser reads the length from the file: it is a real video of two seconds.
  await expect.poll(() => secondsOf(card)).toBe(2);
  for (const measure of ["Cost", "Duration", "Link valid for", "Video deleted"]) {
    await expect(card.getByText(measure, { exact: true })).toBeVisible();
  }
  await expect(card.getByRole("button", { name: "Copy URL" })).toBeVisible();
  await card.getByText("Routing").click();
  await expect(card.getByText("1 candidate")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a running job is followed again, and its video can be saved and found on the Jobs page", async ({ page }) => {
  await open(page);
  await begin(page, "A hen on a roof");
  const card = cardOf(page, "A hen on a roof");
  await expect(card.getByText(/Next check in \d+ s|Checking now/)).toBeVisible();
  await expect(card.getByText("completed", { exact: true })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^gen-vid-.*\.mp4$/);
  await card.getByRole("link", { name: "Open in Jobs" }).click();
  await expect(page).toHaveURL(/\/jobs\?peek=gen-vid-/);
  await expect(page.getByLabel("Video 1 of the job")).toBeVisible();
  await page.goBack();
  await card.getByRole("button", { name: "Remove from this list" }).click();
  await expect(card).toHaveCount(0);
});

test("a value that the API or the model would reject shows an error at its field before anything is sent", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  await open(page);
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Describe the video first." })).toBeVisible();
  await page.getByLabel("Prompt").fill(PROMPT);
  const duration = page.getByLabel("Duration");
  await duration.fill("11");
  await expect(duration).toHaveAccessibleDescription(/The model supports 1 to 10 seconds\.$/);
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByRole("alert").filter({ hasText: "Duration: The model supports 1 to 10 seconds." }),
  ).toBeVisible();
  await duration.fill("0");
  await expect(duration).toHaveAccessibleDescription(/Enter a whole number of seconds, at least 1\.$/);
  await duration.fill("3");
  await page.getByLabel("Callback URL").fill("http://example.com/hook");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Enter a URL that starts with https://.").first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(asked.filter((url) => url.endsWith("/videos"))).toEqual([]);
  // A setting of the previous model that this one does not support is kept, with its error.
  await page.goto(`${PAGE}?model=${VEO}`);
  await expect(page.getByLabel("Duration")).toHaveAccessibleDescription("The model supports 4, 6 or 8 seconds.");
});

test("images can be picked, pasted and dropped, and are sent as frames and references", async ({ page }) => {
  // Before the page opens: the browser may still send a request on its way just after it is told to hold it back.
  await answerWith(page, "pending");
  await open(page, VEO);
  await page.getByLabel("Prompt").fill(PROMPT);
  const first = page.getByRole("group", { name: "First frame" });
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    first.getByRole("button", { name: "Choose, drop or paste" }).click(),
  ]);
  await chooser.setFiles(PIXEL);
  await expect(first).toContainText("fox.png");
  await give(page.getByRole("group", { name: "Last frame" }), "paste", { text: "https://example.com/den.png" });
  await expect(page.getByRole("group", { name: "Last frame" })).toContainText("by URL");
  const references = page.getByRole("group", { name: "References" });
  await give(references, "drop", { file: "notes.txt", type: "text/plain" });
  await expect(page.getByText("notes.txt is not a PNG, JPEG or WebP image.")).toBeVisible();
  await give(references, "drop", { file: "hen.png", type: "image/png" });
  await expect(references).toContainText("hen.png");
  await references.getByRole("button", { name: "Remove hen.png" }).click();
  await expect(references).not.toContainText("hen.png");
  await give(references, "drop", { file: "hen.png", type: "image/png" });
  await expect(references).toContainText("hen.png");
  const sent = page.waitForRequest("**/api/v1/videos");
  await page.keyboard.press("Control+Enter");
  const image = (url: unknown) => ({ type: "image_url", image_url: { url } });
  expect((await sent).postDataJSON()).toEqual({
    model: VEO,
    prompt: PROMPT,
    frame_images: [
      { ...image(`data:image/png;base64,${PIXEL.buffer.toString("base64")}`), frame_type: "first_frame" },
      { ...image("https://example.com/den.png"), frame_type: "last_frame" },
    ],
    input_references: [image(expect.stringMatching(/^data:image\/png;base64,/))],
  });
  expect(await violations(page)).toEqual([]);
});

test("a failed job shows the reason and can be retried unchanged", async ({ page }) => {
  await open(page);
  await answerWith(page, "failed", "The provider blocked the prompt.");
  await begin(page, "A fox that fails");
  const card = cardOf(page, "A fox that fails");
  await expect(card.getByText("failed", { exact: true })).toBeVisible();
  await expect(card).toContainText("The provider blocked the prompt.");
  expect(await violations(page)).toEqual([]);
  await page.unrouteAll();
  await page.getByLabel("Prompt").fill("Something else");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/v1/videos"),
  );
  await card.first().getByRole("button", { name: "Retry" }).click();
  expect((await sent).postDataJSON()).toEqual({ model: LOCAL, prompt: "A fox that fails", duration: 1 });
  await expect(card).toHaveCount(2);
  await card.first().getByRole("button", { name: "Use these parameters" }).click();
  await expect(page.getByLabel("Prompt")).toHaveValue("A fox that fails");
});

test("an unknown status is shown as received and polled again", async ({ page }) => {
  await answerWith(page, "upscaling");
  await open(page);
  await begin(page, "A strange fox");
  const card = cardOf(page, "A strange fox");
  await expect(card.getByText("upscaling", { exact: true })).toBeVisible();
  await expect(card.getByText(/Next check in \d+ s/)).toBeVisible();
});

test("a hidden page sends no requests", async ({ page }) => {
  await page.clock.install();
  await answerWith(page, "in_progress");
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/videos?") && asked.push(request.url()));
  await open(page);
  await begin(page, "A hidden fox");
  await expect(cardOf(page, "A hidden fox").getByText("in progress", { exact: true })).toBeVisible();
  await turn(page, "hidden");
  const before = asked.length;
  await page.clock.runFor(120_000);
  expect(asked).toHaveLength(before);
  await turn(page, "visible");
  await page.clock.runFor(120_000);
  await expect.poll(() => asked.length).toBeGreaterThan(before);
});

test("the request can be copied as code that waits for the job to end", async ({ page, gateway }) => {
  await open(page);
  await page.getByLabel("Prompt").fill(PROMPT);
  await page.getByLabel("Duration").fill("4");
  await page.keyboard.press("Control+/");
  const dialog = page.getByRole("dialog", { name: "Code for this request" });
  const waits = {
    curl: "while curl",
    fetch: "while (",
    "OpenAI Node": "client.videos.retrieve",
    "OpenAI Python": "while job",
  };
  for (const [name, wait] of Object.entries(waits)) {
    await dialog.getByRole("tab", { name, exact: true }).click();
    for (const part of [PROMPT, LOCAL, `${gateway.url}/api`, wait, "video.mp4"]) {
      await expect(dialog.getByRole("tabpanel")).toContainText(part);
    }
  }
  expect(await violations(page)).toEqual([]);
});

test("a link opens the form with a job's parameters and keeps them out of the URL", async ({ page }) => {
  await page.goto(`${PAGE}?model=${LOCAL}#prompt=A+linked+fox&duration=3&resolution=480p&aspect_ratio=9%3A16`);
  await expect(page.getByLabel("Prompt")).toHaveValue("A linked fox");
  await expect(page.getByLabel("Duration")).toHaveValue("3");
  await expect(page.getByLabel("Resolution", { exact: true })).toHaveValue("480p");
  await expect(page.getByLabel("Aspect ratio")).toHaveValue("9:16");
  expect(new URL(page.url()).hash).toBe("");
});

const open = (page: Page, chosen?: string) => openMode(page, PAGE, { local: LOCAL, ...(chosen && { chosen }) });

async function begin(page: Page, prompt: string): Promise<void> {
  await page.getByLabel("Prompt").fill(prompt);
  await page.getByLabel("Duration").fill("1");
  await page.keyboard.press("Control+Enter");
  await expect(cardOf(page, prompt).first()).toBeVisible();
}

function cardOf(page: Page, prompt: string): Locator {
  return page.getByRole("article", { name: `Video of ${prompt}`, exact: true });
}

function secondsOf(card: Locator): Promise<number> {
  return card.locator("video").evaluate((element) => Math.round((element as HTMLVideoElement).duration));
}

/** The gateway's response for a job in a state that local videos never reach. */
async function answerWith(page: Page, status: string, error?: string): Promise<void> {
  const job = { id: `gen-vid-0-${status}`, polling_url: `/api/v1/videos/gen-vid-0-${status}`, status, error };
  const times = { created_at: new Date().toISOString(), completed_at: null, expires_at: null };
  const shape = { model: LOCAL, provider: "local", duration: 1, resolution: "360p", aspect_ratio: "16:9" };
  const kept = { prompt: null, api_key_hash: null, api_key_name: null, callback: null };
  const list = { data: [{ ...job, ...times, ...shape, ...kept }], total_count: 1 };
  await page.route(/\/api\/v1\/videos$/, (route) => route.fulfill({ json: { ...job, status: "pending" } }));
  await page.route(/\/api\/v1\/videos\?/, (route) => route.fulfill({ json: list }));
}

/** As when another tab is brought to the front, or this one again. */
async function turn(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

/** Pastes or drops a text or a file, with the browser's own events. */
async function give(target: Locator, how: "paste" | "drop", what: { text?: string; file?: string; type?: string }) {
  await target.evaluate(
    (element, { how, what }) => {
      const data = new DataTransfer();
      if (what.text) data.setData("text/plain", what.text);
      if (what.file) data.items.add(new File(["bytes"], what.file, { type: what.type ?? "" }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    { how, what },
  );
}
