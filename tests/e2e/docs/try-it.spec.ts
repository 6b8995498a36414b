import type { Locator, Page } from "@playwright/test";
import { toneOf, wavOf } from "../../support/wav.ts";
import { violationsIn } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";

const SLOW = { model: "openai/gpt-4o-mini", input: "fault-words-2000 fault-slow-chunks-50", stream: true };

test("a streamed request shows its events with their names and times, and ends as complete", async ({ page }) => {
  const { send, response, status } = await openTrial(page, "createResponse");
  await send.click();
  await expect(status).toContainText("Complete");
  await expect(status).toContainText("200");
  await expect(response.getByText("x-request-id")).toBeVisible();
  const events = response.getByRole("region", { name: "Events" }).getByRole("listitem");
  await expect(events.first()).toContainText(/\d\.\d{3} s\s*response\.created/);
  const delta = events.filter({ hasText: "response.output_text.delta" }).first();
  await delta.locator("summary").click();
  await expect(delta.locator("pre")).toContainText("Hello");
  await expect(events.filter({ hasText: "response.completed" })).toHaveCount(1);
});

test("without a stream, the whole response is shown; with invalid JSON, nothing is sent", async ({ page }) => {
  const { form, send, response } = await openTrial(page, "createMessage");
  await form.getByLabel("Stream the response").click();
  const body = form.getByLabel("Request body");
  await expect(body).not.toHaveValue(/stream/);
  await send.click();
  await expect(response.getByRole("region", { name: "Response body" })).toContainText('"type": "message"');
  await expect(response.getByRole("region", { name: "Events" })).toHaveCount(0);

  await page.reload();
  const again = await panelOf(page);
  await again.form.getByLabel("Request body").fill('{"model": }');
  await expect(again.form.getByText("This is not valid JSON")).toBeVisible();
  await again.send.click();
  await expect(again.response).toHaveCount(0);
  await again.form.getByRole("button", { name: "Reset" }).click();
  await again.send.click();
  await expect(again.status).toContainText("Complete");
});

test("a file is chosen and sent as a form; without one, nothing is sent", async ({ page }) => {
  const { form, send, response, status } = await openTrial(page, "uploadFile");
  await send.click();
  await expect(form.getByText("Choose a file.")).toBeVisible();
  await expect(response).toHaveCount(0);
  const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("Remember the milk") };
  await form.getByLabel(/^file/).setInputFiles(note);
  await expect(form.getByText("Choose a file.")).toHaveCount(0);
  await send.click();
  await expect(status).toContainText("200");
  await expect(response.getByRole("region", { name: "Response body" })).toContainText("note.txt");
});

test("where JSON is an alternative, a form is chosen with its other fields", async ({ page }) => {
  const { form, send, response, status } = await openTrial(page, "createTranscription");
  await form.getByRole("radio", { name: "Form with a file" }).check();
  await form.getByLabel("Other fields").fill('{"model":"openai/whisper-1","language":"en"}');
  const sound = { name: "talk.wav", mimeType: "audio/wav", buffer: wavOf(toneOf(1.5)) };
  await form.getByLabel(/^file/).setInputFiles(sound);
  const sent = page.waitForRequest("**/api/v1/audio/transcriptions");
  await send.click();
  expect((await sent).headers()["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  await expect(status).toContainText("200");
  await expect(response.getByRole("region", { name: "Response body" })).toContainText('"text"');
  expect(await violationsIn(page, "light")).toEqual([]);
});

test("the response is scrolled into view when it arrives, even below a long form", async ({ page }) => {
  const { form, send, status } = await openTrial(page, "listGenerations");
  await form.getByText("optional parameters").click();
  await expect(form.getByLabel("rejection")).toBeVisible();
  await send.click();
  await expect(status).toContainText("200");
  await expect(status).toBeInViewport();
});

test("a stopped stream is marked as stopped, not as finished", async ({ page }) => {
  const { form, send, response, status } = await openTrial(page, "createResponse");
  await form.getByLabel("Request body").fill(JSON.stringify(SLOW));
  await send.click();
  await expect(response.getByText("response.output_text.delta").first()).toBeVisible();
  await expect(status).toContainText("Streaming");
  await form.getByRole("button", { name: "Stop" }).click();
  await expect(status).toContainText("Stopped by you");
  await expect(response.getByText("response.completed")).toHaveCount(0);
});

test("a stream that breaks never looks finished", async ({ page }) => {
  const { form, send, response, status } = await openTrial(page, "createResponse");
  await form.getByLabel("Request body").fill(JSON.stringify({ ...SLOW, input: "fault-words-40 fault-cut-20" }));
  await send.click();
  await expect(status).toContainText("Failed");

  // As when a proxy in front of the gateway closes the connection early: nothing in the stream says that it ended.
  await page.route("**/api/v1/responses", (route) =>
    route.fulfill({
      headers: { "content-type": "text/event-stream" },
      body: 'event: response.created\ndata: {"type":"response.created"}\n\n',
    }),
  );
  await send.click();
  await expect(status).toContainText("Cut off: incomplete");
  await expect(response.getByRole("listitem")).toHaveCount(1);
});

test.describe("with a key", () => {
  test.use({ expectedStatuses: [401] });
  test("the key is sent instead of the session, and is forgotten after a reload", async ({ page, gateway }) => {
    const { form, send, response, status } = await openTrial(page, "getCurrentKey");
    await form.getByRole("radio", { name: "API key" }).check();
    await send.click();
    await expect(form.getByText("Paste a key.")).toBeVisible();
    await form.getByLabel("API key", { exact: true }).last().fill("sk-sb-v1-wrong");
    await send.click();
    await expect(status).toContainText("401");
    const { body } = await gateway.call("POST", "/keys", { name: "tried" });
    await form.getByLabel("API key", { exact: true }).last().fill(body.key);
    await send.click();
    await expect(response.getByRole("region", { name: "Response body" })).toContainText(body.data.label);
    await page.reload();
    const again = await panelOf(page);
    await again.form.getByRole("radio", { name: "API key" }).check();
    await expect(again.form.getByLabel("API key", { exact: true }).last()).toHaveValue("");
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(body.key);
  });
});

test("DELETE is sent only after a second press, and not by Enter alone", async ({ page, gateway }) => {
  const { body } = await gateway.call("POST", "/keys", { name: "to delete" });
  const path = `/keys/${body.data.hash}`;
  const { form, response, status } = await openTrial(page, "deleteKey");
  const send = form.getByRole("button", { name: "Send DELETE" });
  await expect(send).toBeDisabled();
  await form.getByLabel("hash").fill(body.data.hash);
  await send.click();
  await expect(page.getByText(`Send DELETE ${path}?`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Send DELETE ${path}?`)).toBeHidden();
  await expect(response).toHaveCount(0);
  expect((await gateway.call("GET", path)).status).toBe(200);

  await send.click();
  await page.getByRole("dialog").getByRole("button", { name: "Send DELETE" }).click();
  await expect(status).toContainText("200");
  expect((await gateway.call("GET", path)).status).toBe(404);
});

test("by keyboard, on a phone, in both themes: accessible and no wider than the screen", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const { form, status } = await openTrial(page, "createResponse", async (button) => {
    // After the hundred links of the navigation.
    await page.getByRole("button", { name: "Copy as Markdown" }).focus();
    await tabTo(page, button);
  });
  await tabTo(page, form.getByLabel("Request body"));
  await page.keyboard.press("Control+Enter");
  await expect(status).toContainText("Complete");
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await violationsIn(page, "light")).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violationsIn(page, "dark")).toEqual([]);
  }
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
});

test.describe("without a session", () => {
  test.use({ signedIn: false });
  test("a public endpoint needs no key, others ask for one", async ({ page }) => {
    await page.goto("/docs/countModels");
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    const { send, response } = await panelOf(page);
    await send.click();
    await expect(response.getByRole("region", { name: "Response body" })).toContainText('"count"');
    await page.goto("/docs/listKeys");
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    const { form } = await panelOf(page);
    await expect(form.getByLabel("API key")).toBeVisible();
    await expect(form.getByText("sign in to use your console session")).toBeVisible();
  });
});

type Panel = { form: Locator; send: Locator; response: Locator; status: Locator };

/** Opens an endpoint's page and its panel; once the shell is there, the page is not replaced any more. */
async function openTrial(page: Page, id: string, reach?: (button: Locator) => Promise<void>): Promise<Panel> {
  await page.goto(`/docs/${id}`);
  return panelOf(page, reach);
}

async function panelOf(page: Page, reach?: (button: Locator) => Promise<void>): Promise<Panel> {
  await expect(page.getByRole("link", { name: /^(Keys|Sign in)$/ })).toBeVisible();
  const open = page.getByRole("button", { name: "Edit and send a request" });
  if (reach) {
    await reach(open);
    await page.keyboard.press("Enter");
  } else await open.click();
  const form = page.getByRole("form", { name: "Request" });
  await expect(form).toBeVisible();
  const response = page.getByRole("region", { name: "Response", exact: true });
  // The second status in it is its copy button's.
  const status = response.getByRole("status").first();
  return { form, send: form.getByRole("button", { name: "Send request" }), response, status };
}
