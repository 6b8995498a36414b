import type { Locator, Page } from "@playwright/test";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdArrow, tabTo } from "../support/keyboard.ts";

const PAGE = "/w/default/playground/image";
const LOCAL = "local/poster";
const OPENAI = "openai/gpt-image-1";
const PROMPT = "A lighthouse in the fog";
const CUBE = { name: "cube.png", mimeType: "image/png", buffer: pngOf(8, 8, [200, 40, 40]) };

test("by keyboard alone: a prompt becomes an image that is rendered", async ({ page }) => {
  await open(page);
  await tabTo(page, page.getByLabel("Prompt"));
  await page.keyboard.type(PROMPT);
  await tabTo(page, resolution(page).getByRole("radio", { name: "auto" }));
  await holdArrow(page, "ArrowRight");
  const sent = requestOf(page);
  await tabTo(page, page.getByRole("button", { name: /^Generate/ }));
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toEqual({ model: LOCAL, prompt: PROMPT, resolution: "512" });
  const answer = answerOf(page, LOCAL);
  const image = answer.getByRole("img", { name: `Image 1 of 1: ${PROMPT}` });
  await expect.poll(() => sidesOf(image)).toEqual([512, 512]);
  expect(await colorsOf(image)).toBeGreaterThan(20);
  await expect(answer).toContainText("512 × 512, PNG");
  for (const measure of ["Images", "Cost", "Time"]) {
    await expect(answer.getByText(measure, { exact: true })).toBeVisible();
  }
  await answer.getByText("Routing").click();
  await expect(answer.getByText("1 candidate")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("images are enlarged, browsed with the arrow keys and saved, and Escape closes them", async ({ page }) => {
  await open(page);
  await page.getByLabel("Prompt").fill(PROMPT);
  await setting(page, "Images").fill("2");
  await setting(page, "Size").fill("640x320");
  await setting(page, "Seed").fill("7");
  await page.keyboard.press("Control+Enter");
  const answer = answerOf(page, LOCAL);
  await expect(answer.getByRole("img")).toHaveCount(2);
  const [first, second] = await Promise.all([0, 1].map((at) => sourceOf(answer.getByRole("img").nth(at))));
  expect(first).not.toBe(second);
  await expect(answer.getByText("Seed", { exact: true })).toBeVisible();

  await tabTo(page, answer.getByRole("button", { name: "Image 1 of 2" }));
  await page.keyboard.press("Enter");
  const large = page.getByRole("dialog", { name: "Image 1 of 2" });
  await expect.poll(() => sidesOf(large.getByRole("img"))).toEqual([640, 320]);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "Image 2 of 2" })).toContainText("640 × 320, PNG");
  expect(await sourceOf(page.getByRole("dialog").getByRole("img"))).toBe(second);
  await page.keyboard.press("ArrowRight");
  await expect(large).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await large.getByRole("button", { name: "Download image 1" }).click();
  expect((await download).suggestedFilename()).toBe("image-1.png");
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await expect(answer.getByRole("button", { name: "Image 1 of 2" })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});

test("a generated image can be used as a reference if the model accepts one", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.getByLabel("Prompt").fill(PROMPT);
  await page.getByRole("radio", { name: "svg" }).click();
  await page.keyboard.press("Control+Enter");
  const made = answerOf(page, LOCAL);
  await made.getByRole("button", { name: "Copy image 1" }).click();
  await expect(page.getByText("Copied as PNG")).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)).toEqual(["image/png"]);

  await made.getByRole("button", { name: "Use image 1 as reference" }).click();
  await expect(page.getByText(`${LOCAL} does not accept them. Choose another model.`)).toBeVisible();
  await page.getByRole("button", { name: /^Generate/ }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "This model does not accept reference images" });
  await expect(refusal.first()).toBeVisible();

  await page.getByRole("button", { name: `Model: ${LOCAL}` }).click();
  await page.getByRole("combobox", { name: "Models" }).fill(OPENAI);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 16")).toBeVisible();
  await expect(refusal).toHaveCount(0);
  const sent = requestOf(page);
  await page.getByRole("button", { name: /^Generate/ }).click();
  const { input_references: references, ...body } = (await sent).postDataJSON();
  // An SVG is converted first, since hardly any model accepts one. The other model's format is not sent.
  expect(references).toEqual([
    { type: "image_url", image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
  ]);
  expect(body).toEqual({ model: OPENAI, prompt: PROMPT });
  await expect.poll(() => sidesOf(answerOf(page, OPENAI).getByRole("img"))).toEqual([1024, 1024]);
});

test("references can be picked, dropped, pasted or given by URL", async ({ page }) => {
  await open(page, OPENAI);
  const strip = page.getByRole("list", { name: "References" });
  await page.getByLabel("Reference image files").setInputFiles([CUBE, { ...CUBE, name: "other.png" }]);
  await expect(strip.getByRole("listitem")).toHaveCount(2);
  await give(page.getByLabel("Prompt"), "paste", "pasted.png");
  await give(page.getByLabel("Prompt"), "drop", "dropped.png");
  await expect(strip).toContainText("dropped.png");
  const address = page.getByLabel("URL of a reference image");
  await address.fill("ftp://example.com/cube.png");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "is not an HTTP(S) URL" })).toBeVisible();
  await address.fill("https://example.com/a.png https://example.com/b.png");
  await page.keyboard.press("Enter");
  await expect(strip.getByRole("listitem")).toHaveCount(6);
  await expect(address).toHaveValue("");
  await page.getByLabel("Reference image files").setInputFiles({ ...CUBE, name: "notes.txt", mimeType: "text/plain" });
  await expect(page.getByRole("alert").filter({ hasText: "notes.txt is not a PNG" })).toBeVisible();
  await strip.getByRole("button", { name: "Remove other.png" }).click();
  await expect(strip.getByRole("button", { name: "Remove pasted.png" })).toBeFocused();
  await page.getByLabel("Reference image files").setInputFiles(Array.from({ length: 12 }, () => CUBE));
  await expect(page.getByText("This model accepts at most 16 references (now 17).").first()).toBeVisible();
  // Tooltips are outside the page's main region.
  await page.mouse.move(0, 0);
  await page.getByLabel("Prompt").focus();
  expect(await violations(page)).toEqual([]);
  // Addresses survive a reload; files are too large to store.
  await page.reload();
  await expect(strip.getByRole("listitem")).toHaveText([/a\.png/, /b\.png/]);
});

test("a field the gateway would reject shows an error, and nothing is sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/v1/images") && sent.push(request.url()));
  await open(page);
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Describe the image." })).toBeVisible();
  await page.getByLabel("Prompt").fill(PROMPT);
  await page.getByLabel("Aspect ratio").selectOption("1:1");
  await setting(page, "Size").fill("1536x1024");
  await page.getByRole("radio", { name: "transparent" }).click();
  await page.getByRole("radio", { name: "jpeg" }).click();
  await setting(page, "Images").fill("11");
  await setting(page, "Compression").fill("101");
  const settings = page.getByRole("complementary", { name: "Settings" });
  for (const reason of [
    "1536x1024 does not match aspect ratio 1:1.",
    "A transparent background needs the format png or webp, not jpeg.",
    "Enter a whole number from 1 to 10.",
    "Enter a whole number from 0 to 100.",
  ]) {
    await expect(settings.getByRole("alert").filter({ hasText: reason })).toBeVisible();
  }
  await expect(setting(page, "Size")).toHaveAccessibleDescription(/not match aspect ratio 1:1/);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Settings, images: Enter a whole number from 1 to 10.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(sent).toEqual([]);

  await page.getByLabel("Aspect ratio").selectOption("3:2");
  await page.getByRole("radio", { name: "webp" }).click();
  await setting(page, "Images").fill("1");
  await setting(page, "Compression").fill("40");
  await page.keyboard.press("Control+Enter");
  await expect(answerOf(page, LOCAL)).toContainText("1536 × 1024, WEBP");
  expect(sent).toHaveLength(1);
});

test.describe("requests that fail", () => {
  // The ledger may not have the cost of a request that has just ended.
  test.use({ expectedStatuses: [404] });

  test("partial images are shown, and Stop keeps the last one", async ({ page }) => {
    await open(page, OPENAI);
    await page.getByLabel("Prompt").fill("fault-stall-1");
    await page.getByRole("switch", { name: "Stream partial images" }).click();
    await setting(page, "Partial images").fill("3");
    const sent = requestOf(page);
    await page.keyboard.press("Control+Enter");
    expect((await sent).postDataJSON()).toMatchObject({ stream: true, partial_images: 3 });
    const answer = answerOf(page, OPENAI);
    await expect.poll(() => sidesOf(answer.getByRole("img", { name: "Image 1 of 1, partial" }))).toEqual([1024, 1024]);
    await page.keyboard.press("Control+.");
    await expect(answer.getByText("Stopped", { exact: true })).toBeVisible();
    await expect(answer.getByRole("img")).toHaveCount(1);

    await page.getByLabel("Prompt").fill(PROMPT);
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => sidesOf(answer.getByRole("img", { name: `Image 1 of 1: ${PROMPT}` })))
      .toEqual([1024, 1024]);
    await expect(answer.getByText("Partial", { exact: true })).toHaveCount(0);
    await expect(answer.getByText("Tokens", { exact: true })).toBeVisible();
  });

  test("a stream that breaks keeps the partial image and shows the reason", async ({ page }) => {
    await open(page, OPENAI);
    await page.getByLabel("Prompt").fill("fault-cut-1");
    await page.getByRole("switch", { name: "Stream partial images" }).click();
    await page.keyboard.press("Control+Enter");
    const answer = answerOf(page, OPENAI);
    await expect(answer).toContainText("The response was cut off");
    await expect(answer.getByRole("img", { name: "Image 1 of 1, partial" })).toBeVisible();
    await expect(answer.getByRole("button", { name: "Retry" })).toBeVisible();
  });
});

test("the request can be copied as code, with OpenAI's packages where they have the fields", async ({ page }) => {
  await open(page, OPENAI);
  await page.getByLabel("Prompt").fill(PROMPT);
  const dialog = page.getByRole("dialog", { name: "Code for this request" });
  await page.keyboard.press("Control+/");
  for (const [name, call] of [
    ["curl", "/api/v1/images"],
    ["fetch", "/api/v1/images"],
    ["OpenAI Node", "client.images.generate"],
    ["OpenAI Python", "client.images.generate"],
  ] as const) {
    await dialog.getByRole("tab", { name, exact: true }).click();
    for (const part of [call, PROMPT, OPENAI]) await expect(dialog.getByRole("tabpanel")).toContainText(part);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Prompt")).toBeFocused();
  await page.getByLabel("Reference image files").setInputFiles(CUBE);
  await page.keyboard.press("Control+/");
  await expect(dialog.getByRole("tab")).toHaveText(["curl", "fetch"]);
  await expect(dialog.getByRole("tabpanel")).toContainText('"url": "data:image/png;base64,…"');
});

async function open(page: Page, model = LOCAL): Promise<void> {
  await page.goto(model === LOCAL ? PAGE : `${PAGE}?model=${model}`);
  await expect(page.getByRole("button", { name: `Model: ${model}`, exact: true })).toBeVisible();
  await expect(setting(page, "Images")).toBeVisible();
}

function setting(page: Page, label: string): Locator {
  return page.getByRole("complementary", { name: "Settings" }).getByRole("textbox", { name: label, exact: true });
}

function resolution(page: Page): Locator {
  return page.getByRole("radiogroup", { name: "Resolution" });
}

function answerOf(page: Page, model: string): Locator {
  return page.getByRole("article", { name: `Response from ${model}`, exact: true });
}

function requestOf(page: Page) {
  return page.waitForRequest((request) => request.url().endsWith("/api/v1/images"));
}

/** The decoded size in the browser; zeros for an invalid image. */
function sidesOf(image: Locator): Promise<[number, number]> {
  return image.evaluate((element) => {
    const { naturalWidth, naturalHeight } = element as HTMLImageElement;
    return [naturalWidth, naturalHeight];
  });
}

function sourceOf(image: Locator): Promise<string> {
  return image.evaluate((element) => (element as HTMLImageElement).currentSrc);
}

/** Counts the colors of an image in every hundredth pixel. */
function colorsOf(image: Locator): Promise<number> {
  return image.evaluate((element) => {
    const picture = element as HTMLImageElement;
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0);
    const pixels = new Uint32Array(context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? []);
    return new Set(pixels.filter((_, at) => at % 100 === 0)).size;
  });
}

/** Pastes or drops a file as a person would. */
async function give(field: Locator, how: "paste" | "drop", name: string): Promise<void> {
  await field.evaluate(
    (element, { kind, fileName, bytes }) => {
      const given = new DataTransfer();
      given.items.add(new File([new Uint8Array(bytes)], fileName, { type: "image/png" }));
      const shared = { bubbles: true, cancelable: true };
      const event =
        kind === "paste"
          ? new ClipboardEvent("paste", { ...shared, clipboardData: given })
          : new DragEvent("drop", { ...shared, dataTransfer: given });
      element.dispatchEvent(event);
    },
    { kind: how, fileName: name, bytes: [...CUBE.buffer] },
  );
}
