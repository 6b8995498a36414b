import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { lengthOf } from "../support/sound.ts";

const TRANSCRIPTION = "/w/default/playground/transcription";
const WHISPER = "openai/whisper-1";

// A tone instead of the microphone, and access without a question, which a browser without windows cannot ask.
test.use({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const args = [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
      ];
      await provide({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],
});

test("the microphone is recorded and sent", async ({ page }) => {
  await page.goto(`${TRANSCRIPTION}?model=${WHISPER}`);
  await tabTo(page, page.getByRole("button", { name: "Record", exact: true }));
  await page.keyboard.press("Enter");
  const stop = page.getByRole("button", { name: "Stop recording" });
  await expect(stop).toBeFocused();
  await expect(page.getByText(/^0:0[1-9]\.\d$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("recording.webm", { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Waveform of .* sound from/ })).toBeVisible();
  expect(await lengthOf(page)).toBeGreaterThan(0.5);
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByRole("article", { name: `Response from ${WHISPER}` }).getByText(/^You sent sound\.webm of \d{4,} bytes/),
  ).toBeVisible();
});

test("denied microphone access is explained and can be requested again", async ({ page }) => {
  await page.addInitScript(denyFirstRequest);
  await page.goto(TRANSCRIPTION);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Microphone access is blocked" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(page.getByText(/^0:0[1-9]\.\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Stop recording" }).click();
  await expect(page.getByText("recording.webm", { exact: true })).toBeVisible();
});

test("explains that browsers allow the microphone only over HTTPS", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
    Object.defineProperty(navigator, "mediaDevices", { value: undefined });
  });
  await page.goto(TRANSCRIPTION);
  await expect(page.getByText(/^Recording needs HTTPS/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Record", exact: true })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test("pages may play their own media and use the microphone, and no other device feature", async ({ page }) => {
  const response = await page.goto(TRANSCRIPTION);
  const headers = response?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain("media-src 'self' data: blob:");
  const policy = (headers["permissions-policy"] ?? "").split(", ");
  expect(policy.filter((rule) => !rule.endsWith("=()"))).toEqual(["microphone=(self)"]);
  for (const feature of ["camera", "display-capture", "geolocation"]) expect(policy).toContain(`${feature}=()`);
});

/** Runs in the page: a person who denies access to the microphone, and grants it when asked again. */
function denyFirstRequest(): void {
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = () => {
    devices.getUserMedia = ask;
    return Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
  };
}
