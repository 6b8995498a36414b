import { expect, test } from "vitest";
import { type InputLine, inputLines } from "#server/operations/batches/jobs/input-lines.ts";

const TEXT = '\ufeff{"a":1}\r\n\n  \n{"b":"äöü"}\n{"c":3}';

async function read(text: string, chunkBytes: number, maxBytes = 1_000): Promise<InputLine[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return Array.fromAsync(inputLines(chunks(), maxBytes));
}

test("lines are the same wherever the chunks end, and each place holds its line", async () => {
  const whole = await read(TEXT, 1_000);
  expect(whole.map(({ line }) => line)).toEqual([1, 4, 5]);
  const bytes = Buffer.from(TEXT);
  for (const { startByte, sizeBytes, bytes: own } of whole)
    expect(bytes.subarray(startByte, startByte + sizeBytes)).toEqual(own);
  for (let chunkBytes = 1; chunkBytes < 12; chunkBytes++) expect(await read(TEXT, chunkBytes)).toEqual(whole);
});

test("a line that is too long has no bytes, and the next one is read", async () => {
  const lines = await read(`${"x".repeat(50)}\n{"b":2}\n`, 7, 20);
  expect(lines.map(({ bytes }) => bytes?.toString())).toEqual([undefined, '{"b":2}']);
});
