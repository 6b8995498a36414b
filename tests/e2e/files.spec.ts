import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "./support/fixtures.ts";
import { tabTo } from "./support/keyboard.ts";

const PAGE = "/w/default/files";
const text = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

test("several files are uploaded at once, an empty one is rejected, and a preview shows the upload", async ({
  page,
}) => {
  await page.goto(PAGE);
  await page
    .getByLabel("Files to upload")
    .setInputFiles([text("one.txt", "first file"), text("two.txt", "second file"), text("empty.txt", "")]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads).toContainText("2 stored, 1 failed");
  await expect(uploads.getByRole("listitem").filter({ hasText: "empty.txt" })).toContainText("The file is empty.");
  await uploads.getByRole("button", { name: "Clear finished" }).click();
  await expect(uploads).toHaveCount(0);
  await page.getByRole("link", { name: "two.txt" }).click();
  await expect(page).toHaveURL(/peek=/);
  await expect(page.getByRole("region", { name: "Content of two.txt" })).toHaveText("second file");
  await page.reload();
  await expect(page.getByText("Uploaded files cannot be downloaded")).toBeVisible();
});

test("files dropped anywhere on the page are uploaded", async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { name: "Files", level: 1 })).toBeVisible();
  await drop(page, "dropped.txt");
  await expect(page.getByRole("link", { name: "dropped.txt" })).toBeVisible();
});

test.describe("an upload in progress", () => {
  test.use({ expectedErrors: /ERR_(FAILED|ABORTED)/ });

  test("can be canceled and retried, and reports a broken connection", async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/v1/files", async (route) => {
      await held;
      await route.abort().catch(() => undefined);
    });
    await page.goto(PAGE);
    await page.getByLabel("Files to upload").setInputFiles([text("slow.txt", "slow"), text("broken.txt", "broken")]);
    const uploads = page.getByRole("region", { name: "Uploads" });
    await expect(uploads).toContainText("2 uploading");
    await uploads.getByRole("button", { name: "Cancel upload of slow.txt" }).click();
    await expect(uploads).toContainText("1 uploading, 1 canceled");
    release();
    await expect(uploads).toContainText("The connection was lost before the file was stored.");
    await page.unroute("**/api/v1/files");
    await uploads.getByRole("button", { name: "Retry upload of slow.txt" }).click();
    await uploads.getByRole("button", { name: "Retry upload of broken.txt" }).click();
    await expect(uploads).toContainText("2 stored");
    await expect(page.getByRole("link", { name: "slow.txt" })).toBeVisible();
  });
});

test("by keyboard alone: a file is uploaded and deleted, and Enter alone deletes nothing", async ({ page }) => {
  const { keyboard } = page;
  await page.goto(PAGE);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, page.getByRole("button", { name: "Upload files" }));
  await keyboard.press("Enter");
  await (await chooser).setFiles([text("by-keyboard.txt", "keys")]);
  const link = page.getByRole("link", { name: "by-keyboard.txt" });
  await expect(link).toBeVisible();
  const remove = page.getByRole("button", { name: "Delete by-keyboard.txt" });
  await tabTo(page, remove);
  await keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Delete by-keyboard.txt?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await keyboard.press("Enter");
  await tabTo(page, question.getByRole("button", { name: "Delete file" }));
  await keyboard.press("Enter");
  await expect(page.getByText("by-keyboard.txt deleted")).toBeVisible();
  await expect(link).toHaveCount(0);
});

test("older files are loaded page by page", async ({ page, gateway }) => {
  const stored = await Promise.all(Array.from({ length: 55 }, (_, index) => upload(gateway, `file-${index}.txt`)));
  await page.goto(PAGE);
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("button", { name: "Load older" }).click();
  await expect(page.getByRole("button", { name: "Load older" })).toHaveCount(0);
  expect(await page.getByRole("row").count()).toBeGreaterThan(55);
  for (const id of stored) await gateway.call("DELETE", `/files/${id}`);
});

async function upload({ call }: Production, name: string): Promise<string> {
  const part = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\ntext\r\n--edge--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=edge" };
  const { status, body } = await call("POST", "/files", part, { headers });
  expect(status).toBe(200);
  return body.id;
}

/** As the browser does when a file is dropped on the page. */
async function drop(page: Page, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((filename) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["dropped"], filename, { type: "text/plain" }));
    return transfer;
  }, name);
  await page.dispatchEvent("main", "dragenter", { dataTransfer });
  await expect(page.getByText("Drop to upload")).toBeVisible();
  await page.dispatchEvent("main", "drop", { dataTransfer });
  await expect(page.getByText("Drop to upload")).toHaveCount(0);
}
