import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";

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

/** What a download has saved. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** Chooses a file, as the browser's own dialog does. */
export async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file);
}

/** A file of so many bytes let go over the page. */
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

/** A tone of 440 Hz as a WAV file. */
export function tone(seconds: number): Buffer {
  const rate = 16_000;
  const samples = Int16Array.from(
    { length: seconds * rate },
    (_, at) => 8000 * Math.sin((2 * Math.PI * 440 * at) / rate),
  );
  const data = Buffer.from(samples.buffer);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
