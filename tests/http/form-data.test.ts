import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { describe, expect, test } from "vitest";
import { type FilePart, readForm } from "#server/http/bodies/form-data.ts";

// A body as Next's router passes it on: a web stream, without a socket.

const CONTENT = Buffer.alloc(300_000, "some text ");
const MAX_BYTES = 1_000_000;

function requestOf(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://a.example", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function read<T>(request: Request, take: (part: FilePart) => Promise<T>, maxBytes = MAX_BYTES) {
  return readForm(request.headers, Readable.fromWeb(request.body as NodeStream), { maxBytes, take });
}

const whole = ({ bytes }: FilePart) => buffer(bytes);

function formOf(content: Buffer): FormData {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(content)]), "Grüße.txt");
  form.append("purpose", "user_data");
  return form;
}

const HEAD = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
const TYPE = { "content-type": "multipart/form-data; boundary=x" };

describe("a form from a web stream", () => {
  test("yields its file and fields", async () => {
    const { file, fields } = await read(requestOf(formOf(CONTENT)), async (part) => [part.filename, await whole(part)]);
    expect(file).toEqual(["Grüße.txt", CONTENT]);
    expect(fields).toEqual({ purpose: "user_data" });
  });

  test("is rejected if a file exceeds the limit, and accepted at the limit", async () => {
    expect((await read(requestOf(formOf(CONTENT)), whole, CONTENT.length)).file).toEqual(CONTENT);
    await expect(read(requestOf(formOf(CONTENT)), whole, CONTENT.length - 1)).rejects.toMatchObject({ status: 413 });
  });

  test("is rejected if it is cut off, and its reader gets the error", async () => {
    const parts = async function* () {
      yield HEAD;
      yield CONTENT;
      throw new Error("gone");
    };
    let told: unknown;
    const take = (part: FilePart) =>
      whole(part).catch((error) => {
        told = error;
        throw error;
      });
    const request = requestOf(Readable.toWeb(Readable.from(parts())) as unknown as BodyInit, TYPE);
    await expect(read(request, take)).rejects.toMatchObject({ status: 400 });
    await expect.poll(() => told).toBeDefined();
  });

  test("fails if its reader fails", async () => {
    await expect(read(requestOf(formOf(CONTENT)), () => Promise.reject(new Error("full")))).rejects.toThrow("full");
  });

  test("waits for a slow reader", async () => {
    let sentBytes = 0;
    const parts = function* () {
      yield HEAD;
      for (; sentBytes < 50_000_000; sentBytes += CONTENT.length) yield CONTENT;
      yield Buffer.from("\r\n--x--\r\n");
    };
    const request = requestOf(Readable.toWeb(Readable.from(parts())) as unknown as BodyInit, TYPE);
    const take = async ({ bytes }: FilePart) => {
      for await (const _ of bytes) {
        await new Promise((turn) => setImmediate(turn));
        if (sentBytes < 20_000_000) continue;
        throw new Error("enough");
      }
    };
    await expect(read(request, take, 100_000_000)).rejects.toThrow("enough");
    expect(sentBytes).toBeLessThan(30_000_000);
  });
});
