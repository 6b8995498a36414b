import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { toneOf, wavOf } from "#tests/support/wav.ts";

/** The length of the sound in the player, in seconds. */
export async function lengthOf(page: Page): Promise<number> {
  return Number(await page.getByRole("slider", { name: "Position" }).getAttribute("max"));
}

/** How many pixels of the waveform are drawn. */
export function inkOf(page: Page): Promise<number> {
  return page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });
}

/** Returns the content of a download. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** Chooses a file, as the browser's own dialog does. */
export async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file);
}

/** Drops a file of this many bytes on the page. */
export async function drop(page: Page, name: string, sizeBytes: number): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, size]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(size)], fileName, { type: "audio/wav" }));
      return transfer;
    },
    [name, sizeBytes] as const,
  );
  await page.dispatchEvent("main", "drop", { dataTransfer });
}

const SAMPLES_PER_SECOND = 16_000;

/** A tone of 440 Hz as a WAV file. */
export function tone(seconds: number): Buffer {
  return wavOf(toneOf(seconds, SAMPLES_PER_SECOND), SAMPLES_PER_SECOND);
}
