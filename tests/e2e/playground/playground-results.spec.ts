import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

/** Waits until the page has stored the result of a mode, which it does after showing it. */
async function untilStored(page: Page, mode: string): Promise<void> {
  const read = () =>
    page.evaluate(async () => {
      const name = "switchboard.playground";
      // Opening it here first would create it without its store.
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return "";
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open(name));
      const keys = await done(database.transaction("results").objectStore("results").getAllKeys());
      database.close();
      return keys.join("\n");
    });
  await expect.poll(read).toContain(` ${mode} `);
}

test("an image and speech survive a reload, in this tab only, and speech does not play again by itself", async ({
  page,
  context,
  gateway,
}) => {
  const slug = `results-${crypto.randomUUID().slice(0, 8)}`;
  await gateway.call("POST", "/workspaces", { name: slug, slug });
  const address = `/w/${slug}/playground/image?model=local/poster`;
  await page.goto(address);
  await page.getByLabel("Prompt").fill("A lighthouse in the fog");
  await page.keyboard.press("Control+Enter");
  const image = page.getByRole("img", { name: "Image 1 of 1: A lighthouse in the fog" });
  await expect(image).toBeVisible();
  const source = await image.getAttribute("src");
  await untilStored(page, "image");
  await page.reload();
  await expect(image).toHaveAttribute("src", source ?? "");
  await expect(page.getByText("Cost", { exact: true })).toBeVisible();

  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByRole("button", { name: /^Generate/ })).toBeVisible();
  await expect(other.getByRole("img", { name: /^Image 1 of 1/ })).toHaveCount(0);
  await other.close();

  await page.goto(`/w/${slug}/playground/speech?model=local/flite`);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Good morning.");
  await page.keyboard.press("Control+Enter");
  const download = page.getByRole("button", { name: /^Download MP3/ });
  await expect(download).toBeVisible();
  const label = await download.textContent();
  await untilStored(page, "speech");
  await page.reload();
  await expect(download).toHaveText(label ?? "");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByRole("slider", { name: "Position" })).toHaveValue("0");
});

test("the end of a job is notified if its page is not visible; the browser asks once, after the first job", async ({
  page,
  gateway,
}) => {
  const slug = `notified-${crypto.randomUUID().slice(0, 8)}`;
  await gateway.call("POST", "/workspaces", { name: slug, slug });
  // Headless browsers show no notifications.
  await page.addInitScript(() => {
    const log = { asked: 0, shown: [] as string[] };
    class Recorded {
      static permission = sessionStorage.getItem("permission") ?? "default";
      static requestPermission() {
        log.asked += 1;
        sessionStorage.setItem("permission", "granted");
        Recorded.permission = "granted";
        return Promise.resolve("granted");
      }
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        log.shown.push(`${title} ${body}`);
      }
      close() {
        return undefined;
      }
    }
    Object.assign(window, { Notification: Recorded, notified: log });
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  });
  const log = () =>
    page.evaluate(() => (window as unknown as { notified: { asked: number; shown: string[] } }).notified);
  await page.goto(`/w/${slug}/playground/video?model=local/animatic`);
  await page.getByLabel("Prompt").fill("A hen on a roof");
  await page.getByLabel("Duration").fill("1");
  expect((await log()).asked).toBe(0);
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await log()).asked).toBe(1);
  await expect
    .poll(async () => (await log()).shown, { timeout: 60_000 })
    .toEqual(["The video is ready. A hen on a roof"]);
});
