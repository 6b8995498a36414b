import { createServer, type RequestListener } from "node:http";
import { Agent } from "undici";
import { beforeAll, expect, test } from "vitest";
import { fetchMedia } from "#server/pipeline/media/fetch-media.ts";
import { withInlineImages } from "#server/pipeline/native/inline-images.ts";
import { withInlineSources } from "#server/pipeline/native/inline-sources.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

const PNG = Buffer.from("iVBORw0KGgo=", "base64");
const PDF = Buffer.from("%PDF-1.7\n");
const FILES: Record<string, { type: string; bytes: Buffer }> = {
  "/a.png": { type: "image/png", bytes: PNG },
  "/a.pdf": { type: "application/pdf", bytes: PDF },
  "/unnamed": { type: "application/octet-stream", bytes: PDF },
  "/notes.csv": { type: "text/csv; charset=utf-8", bytes: Buffer.from("a,b\n1,é\n") },
  "/a.zip": { type: "application/zip", bytes: Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00]) },
  "/large": { type: "image/png", bytes: Buffer.alloc(11 * 1024 * 1024) },
};

const asked: string[] = [];
const serve: RequestListener = ({ url = "" }, response) => {
  asked.push(url);
  const file = FILES[url.replace(/\?.*/, "")];
  if (file) response.writeHead(200, { "content-type": file.type }).end(file.bytes);
  else response.writeHead(404).end();
};
const files = createServer(serve);
let site: string;

beforeAll(async () => {
  const { url, close } = await listenLocally(files);
  site = url;
  return close;
});

const at = (path: string) => ({ type: "url", url: site + path });
const image = (path: string) => ({ type: "image", source: at(path) });
const document = (path: string) => ({ type: "document", source: at(path), title: "Report" });
const saying = (...content: object[]) => ({ model: "m", messages: [{ role: "user", content }] });
const load = (url: URL, maxBytes: number) =>
  fetchMedia(url, new Agent(), AbortSignal.timeout(20_000), { maxBytes, timeoutMs: 20_000 });
const inlined = (body: Record<string, unknown>) => withInlineSources(body, load);
const base64 = (kind: string, bytes: Buffer) => ({
  type: "base64",
  media_type: kind,
  data: bytes.toString("base64"),
});

test("a body without URLs is not copied", () => {
  expect(inlined(saying({ type: "text", text: site }, { type: "image", source: base64("image/png", PNG) }))).toBe(
    undefined,
  );
});

test("images, documents and those in tool results become their content", async () => {
  const result = { type: "tool_result", tool_use_id: "t", content: [image("/a.png")] };
  const nested = { type: "document", source: { type: "content", content: [image("/a.png")] } };
  const body = saying(
    image("/a.png"),
    document("/a.pdf"),
    document("/unnamed"),
    document("/notes.csv"),
    result,
    nested,
  );
  const before = structuredClone(body);
  const made = await inlined(body);
  const png = { type: "image", source: base64("image/png", PNG) };
  const pdf = { type: "document", source: base64("application/pdf", PDF), title: "Report" };
  const text = { type: "text", media_type: "text/plain", data: "a,b\n1,é\n" };
  const there = saying(
    png,
    pdf,
    pdf,
    { ...pdf, source: text },
    { ...result, content: [png] },
    { type: "document", source: { type: "content", content: [png] } },
  );
  expect(made).toEqual(there);
  expect(body).toEqual(before);
  expect(asked.filter((path) => path === "/a.png")).toHaveLength(1);
});

test("a type that Claude does not accept lets the next provider try", async () => {
  await expect(inlined(saying(document("/a.zip")))).rejects.toMatchObject({
    status: 400,
    retryable: true,
    message: expect.stringContaining("files of type application/zip"),
  });
});

test("a missing file is the caller's error, which names only its host", async () => {
  const failed = inlined(saying(image("/gone?token=secret")));
  await expect(failed).rejects.toMatchObject({ status: 400, message: expect.stringContaining("status 404") });
  await expect(failed).rejects.not.toThrow(/secret/);
});

test("the files of a request stay within one bound", async () => {
  const body = saying(image("/large?1"), image("/large?2"));
  await expect(inlined(body)).rejects.toMatchObject({ status: 400, message: expect.stringContaining("bytes") });
});

test("images of a chat body become data URLs, and a body without any is not copied", async () => {
  const shown = (url: string, more: object = {}) => ({ type: "image_url", image_url: { url, ...more } });
  const data = `data:image/png;base64,${PNG.toString("base64")}`;
  const plain = saying({ type: "text", text: site }, shown(data));
  expect(withInlineImages(plain, load)).toBe(undefined);
  const body = saying(shown(`${site}/a.png`, { detail: "low" }), { type: "image_url", image_url: `${site}/a.png` });
  const before = structuredClone(body);
  expect(await withInlineImages(body, load)).toEqual(saying(shown(data, { detail: "low" }), shown(data)));
  expect(body).toEqual(before);
  const zipped = withInlineImages(saying(shown(`${site}/a.zip`)), load);
  await expect(zipped).rejects.toMatchObject({ status: 400, retryable: true });
});
