import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdArrow, tabTo } from "../support/keyboard.ts";
import { responseOf } from "../support/playground.ts";
import { bytesOf, choose, drop, inkOf, lengthOf, tone } from "../support/sound.ts";

const SPEECH = "/w/default/playground/speech";
const TRANSCRIPTION = "/w/default/playground/transcription";
const FLITE = "local/flite";
const READ_BACK = "local/read-back";
const WHISPER = "openai/whisper-1";
const TEXT = "Good morning. The meeting begins at nine.";

test("speech is generated, displayed, played by keyboard, saved and transcribed again", async ({ page }) => {
  await page.goto(SPEECH);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(TEXT);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/audio/speech"));
  await page.keyboard.press("Control+Enter");
  expect((await sent).postDataJSON()).toEqual({ model: FLITE, input: TEXT, response_format: "mp3" });

  const spoken = responseOf(page, FLITE);
  const waveform = spoken.getByRole("img", { name: /^Waveform of [\d.]+ seconds: sound from/ });
  await expect(waveform).toBeVisible();
  const seconds = await lengthOf(page);
  expect(seconds).toBeGreaterThan(1);
  expect(await inkOf(page)).toBeGreaterThan(100);

  const toggle = spoken.getByRole("button", { name: /^(Play|Pause)$/ });
  await tabTo(page, toggle);
  // It started to play by itself while it was loading.
  if ((await toggle.getAttribute("aria-label")) === "Pause") await page.keyboard.press("Space");
  const position = spoken.getByRole("slider", { name: "Position" });
  await page.keyboard.press("Tab");
  await expect(position).toBeFocused();
  await page.keyboard.press("Home");
  await expect(position).toHaveAttribute("aria-valuetext", /^0:00.0 of /);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAccessibleName("Pause");
  await expect(position).not.toHaveValue("0");
  await expect(toggle).toHaveAccessibleName("Play");
  for (const measure of ["First byte", "Cost", "Time"]) {
    await expect(spoken.getByText(measure, { exact: true })).toBeVisible();
  }
  await spoken.getByText("Routing").click();
  await expect(spoken.getByRole("button", { name: /generation ID/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const saving = page.waitForEvent("download");
  await spoken.getByRole("button", { name: /^Download MP3/ }).click();
  const saved = await bytesOf(await saving);
  expect((await saving).suggestedFilename()).toBe("speech.mp3");
  expect(saved.subarray(0, 3).toString()).toBe("ID3");

  await tabTo(page, spoken.getByRole("button", { name: "Transcribe this" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${TRANSCRIPTION}$`));
  await expect(page.getByText("speech.mp3", { exact: true })).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/v1/audio/transcriptions"));
  await page.keyboard.press("Control+Enter");
  expect((await asked).headers()["content-type"]).toContain("multipart/form-data");
  const heard = responseOf(page, READ_BACK);
  await expect(heard.getByText(TEXT, { exact: true })).toBeVisible();
  await expect(heard.getByText("Cost", { exact: true })).toBeVisible();
  // The sound survives leaving and coming back.
  await page.getByRole("link", { name: "Speech", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(TEXT);
  await page.goBack();
  await expect(page.getByText("speech.mp3", { exact: true })).toBeVisible();
});

test("PCM speech is decoded in the browser and can be saved raw or as a WAV file", async ({ page }) => {
  await page.goto(SPEECH);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(TEXT);
  await page.getByRole("radio", { name: "MP3" }).focus();
  await holdArrow(page, "ArrowRight");
  await expect(page.getByRole("radio", { name: "PCM" })).toBeChecked();
  await page.getByLabel("Voice").selectOption("awb");
  await page.getByRole("textbox", { name: "Speed" }).fill("2");
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/audio/speech"));
  await page.getByRole("button", { name: /^Speak/ }).click();
  expect((await sent).postDataJSON()).toMatchObject({ response_format: "pcm", voice: "awb", speed: 2 });
  const spoken = responseOf(page, FLITE);
  await expect(spoken.getByRole("img", { name: /^Waveform of/ })).toBeVisible();
  await expect(spoken.getByText(/24 kHz, 16-bit little-endian, mono/)).toBeVisible();
  const savingPcm = page.waitForEvent("download");
  await spoken.getByRole("button", { name: /^Download PCM/ }).click();
  const pcm = await bytesOf(await savingPcm);
  const savingWav = page.waitForEvent("download");
  await spoken.getByRole("button", { name: "Download WAV" }).click();
  const wav = await bytesOf(await savingWav);
  expect(wav.subarray(0, 4).toString()).toBe("RIFF");
  expect(wav.subarray(44).equals(pcm)).toBe(true);
  expect(await lengthOf(page)).toBeCloseTo(pcm.length / 48_000, 1);
  expect(await violations(page)).toEqual([]);
});

test.describe("a request that is stopped", () => {
  // The ledger record with the cost is written a moment later.
  test.use({ expectedStatuses: [404] });

  test("plays an MP3 while it loads and keeps what has arrived", async ({ page }) => {
    await page.goto(`${SPEECH}?model=openai/tts-1`);
    await page
      .getByRole("textbox", { name: "Text", exact: true })
      .fill(`fault-slow-chunks-300 ${"A long text. ".repeat(200)}`);
    await page.keyboard.press("Control+Enter");
    const spoken = responseOf(page, "openai/tts-1");
    await expect(spoken.getByText(/so far$/)).toBeVisible();
    await expect(spoken.getByText(/^0:0[1-9]\.\d$/)).toBeVisible();
    await expect(spoken.getByText(/so far$/)).toBeVisible();
    await page.keyboard.press("Control+.");
    await expect(spoken.getByText("Stopped", { exact: true })).toBeVisible();
    await expect(spoken.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(spoken.getByRole("button", { name: /^Download MP3/ })).toBeVisible();
    expect(await lengthOf(page)).toBeGreaterThan(0.5);
  });
});

test.describe("audio that is cut off", () => {
  test.use({ expectedStatuses: [404], expectedErrors: /net::ERR_/ });

  test("shows an error, and the received part can be played and saved", async ({ page }) => {
    await page.goto(`${SPEECH}?model=openai/tts-1`);
    await page
      .getByRole("textbox", { name: "Text", exact: true })
      .fill(`fault-slow-chunks-200 fault-cut-9 ${"A long text. ".repeat(200)}`);
    await page.keyboard.press("Control+Enter");
    const spoken = responseOf(page, "openai/tts-1");
    await expect(spoken.getByText("The audio was cut off before it was complete.")).toBeVisible();
    await expect(spoken.getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(spoken.getByRole("button", { name: /^Download MP3, \d/ })).toBeVisible();
    expect(await lengthOf(page)).toBeGreaterThan(0.5);
  });
});

test("invalid input shows an error before anything is sent", async ({ page }) => {
  await page.goto(`${SPEECH}?model=openai/tts-1`);
  // Until the catalogue has loaded the voices, any name can be typed.
  await page.locator("select", { hasText: "nova" }).selectOption("nova");
  await page.getByRole("button", { name: /^Speak/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter the text to speak." })).toBeVisible();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(TEXT);
  await page.getByRole("textbox", { name: "Speed" }).fill("11");
  await expect(page.getByText("Settings, speed: Enter a number from 0.1 to 10.")).toBeVisible();
  await page.getByRole("textbox", { name: "Speed" }).fill("1.5");
  await page.getByRole("button", { name: "Model: openai/tts-1", exact: true }).click();
  await page.getByRole("option", { name: /^local\/flite/ }).click();
  await expect(page.getByText("Settings, voice: The model has no voice “nova”.")).toBeVisible();
  await page.getByLabel("Voice").selectOption("auto");
  await expect(page.getByText(/^Settings, /)).toHaveCount(0);
});

test("segments and words have timestamps that start playback there", async ({ page, upstream }) => {
  await page.goto(`${TRANSCRIPTION}?model=${WHISPER}`);
  await choose(page, { name: "talk.wav", mimeType: "audio/wav", buffer: tone(30) });
  await page.getByLabel("Language").fill("en");
  await expect(page.getByText("English", { exact: true })).toBeVisible();
  await page.getByLabel("Prompt").fill("Norderstedt");
  await page.getByRole("radio", { name: "Verbose" }).click();
  await page.getByRole("switch", { name: "Word timestamps" }).click();
  await page.getByRole("textbox", { name: "Temperature" }).fill("0.2");
  await page.getByRole("button", { name: /^Transcribe/ }).click();
  const heard = responseOf(page, WHISPER);
  await expect(heard.getByText(/^You sent sound\.wav/)).toBeVisible();
  const sent = upstream.requests.findLast(({ path }) => path.endsWith("/audio/transcriptions"))?.body;
  expect(sent).toMatchObject({
    language: "en",
    prompt: "Norderstedt",
    temperature: "0.2",
    response_format: "verbose_json",
  });
  const tabs = heard.getByRole("tablist", { name: "Transcript" });
  await tabs.getByRole("tab", { name: /Segments 1/ }).click();
  await expect(heard.getByRole("listitem")).toHaveText(/^0:00\.0You sent/);
  await tabs.getByRole("tab", { name: /Words \d/ }).click();
  await heard.getByRole("button", { name: /^of/ }).click();
  const position = page.getByRole("slider", { name: "Position" });
  // The fourth of six words, each five seconds long.
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(15);
  await expect(heard.locator("li[aria-current=true]")).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await tabs.getByRole("tab", { name: "JSON" }).click();
  await expect(heard.getByRole("region", { name: "Response" })).toContainText('"task": "transcribe"');
  // These times do not apply to another sound.
  await choose(page, { name: "other.wav", mimeType: "audio/wav", buffer: tone(2) });
  await tabs.getByRole("tab", { name: /Words \d/ }).click();
  await expect(heard.getByRole("listitem").first().getByRole("button")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("files that are not audio, empty or too large are rejected before they are sent", async ({ page }) => {
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("/audio/transcriptions")) calls += 1;
  });
  await page.goto(TRANSCRIPTION);
  await page.getByRole("button", { name: /^Transcribe/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Choose or record audio." })).toBeVisible();
  await choose(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("A few words.") });
  await expect(page.getByRole("alert").filter({ hasText: "notes.txt is not an audio or video file" })).toBeVisible();
  await choose(page, { name: "talk.mp3", mimeType: "audio/mpeg", buffer: Buffer.alloc(0) });
  await expect(page.getByRole("alert").filter({ hasText: "talk.mp3 is empty." })).toBeVisible();
  await drop(page, "long.wav", 50 * 1024 * 1024 + 1);
  await expect(page.getByRole("alert").filter({ hasText: "The limit is 52.4 MB" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: /^Transcribe/ }).click();
  await drop(page, "dropped.wav", 4000);
  await expect(page.getByText("dropped.wav", { exact: true })).toBeVisible();
  expect(calls).toBe(0);
});

test.describe("a model that cannot transcribe", () => {
  test.use({ expectedStatuses: [400] });

  test("explains what to connect for other audio", async ({ page }) => {
    await page.goto(TRANSCRIPTION);
    await choose(page, { name: "talk.wav", mimeType: "audio/wav", buffer: tone(1) });
    await page.getByRole("button", { name: /^Transcribe/ }).click();
    await expect(responseOf(page, READ_BACK)).toContainText("local/read-back does not recognize speech");
  });
});

test("both requests can be copied as code, with the file in a form", async ({ page, gateway }) => {
  await page.goto(SPEECH);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Good night");
  await page.keyboard.press("Control+/");
  const dialog = page.getByRole("dialog", { name: "Code for this request" });
  for (const name of ["curl", "fetch", "OpenAI Node", "OpenAI Python"]) {
    await dialog.getByRole("tab", { name, exact: true }).click();
    for (const part of ["Good night", FLITE, "speech.mp3", `${gateway.url}/api`]) {
      await expect(dialog.getByRole("tabpanel")).toContainText(part);
    }
  }
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Transcription", exact: true }).click();
  await choose(page, { name: "my talk.wav", mimeType: "audio/wav", buffer: tone(1) });
  await page.getByRole("button", { name: "View code" }).click();
  const parts: [string, string][] = [
    ["curl", `-F 'file=@"my talk.wav"'`],
    ["fetch", 'form.append("file", await openAsBlob("my talk.wav")'],
    ["OpenAI Node", 'createReadStream("my talk.wav")'],
    ["OpenAI Python", 'open("my talk.wav", "rb")'],
  ];
  for (const [name, part] of parts) {
    await dialog.getByRole("tab", { name, exact: true }).click();
    await expect(dialog.getByRole("tabpanel")).toContainText(part);
    await expect(dialog.getByRole("tabpanel")).toContainText(READ_BACK);
  }
  expect(await violations(page)).toEqual([]);
});
