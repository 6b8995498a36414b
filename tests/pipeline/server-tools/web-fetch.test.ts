import { createServer } from "node:http";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webFetchTool } from "#server/pipeline/server-tools/tools/web-fetch.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

const PAGE = `<html><head><title>Bread</title></head><body><nav>Home Shop</nav><article><h1>Bread</h1>
<p>Mix <b>flour</b> and water, and let the dough rest for a whole night before you bake it.</p>
<table><tr><th>Flour</th><th>Water</th></tr><tr><td>500 g</td><td>350 g</td></tr></table>
<p style="display:none">Hidden words for machines.</p><a href="/more">More</a></article>
<script>document.title = "No"</script></body></html>`;

const server = createServer(({ url }, response) => {
  if (url === "/away") response.writeHead(302, { location: "http://localhost:1/elsewhere" }).end();
  else if (url === "/long") response.writeHead(200, { "content-type": "text/plain" }).end("word ".repeat(10_000));
  else if (url === "/image") response.writeHead(200, { "content-type": "image/png" }).end("x");
  else if (url === "/cyrillic") {
    const [start, end] = ['<meta charset="windows-1251"><article><p>', "</p></article>"];
    response.writeHead(200, { "content-type": "text/html" });
    response.end(Buffer.concat([Buffer.from(start), Buffer.from([0xd5, 0xeb, 0xe5, 0xe1]), Buffer.from(end)]));
  } else if (url === "/utf16") {
    response.writeHead(200, { "content-type": "text/plain; charset=UTF-16LE" }).end(Buffer.from("Brötchen", "utf16le"));
  } else if (url === "/gone") response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
});
// The gateway's protection against internal addresses has its own tests.
const egress = new Agent();
let base = "";
beforeAll(async () => {
  const { url, close } = await listenLocally(server);
  base = url;
  return close;
});
afterAll(() => egress.close());

const FREE = { bill: async () => undefined, afford: async () => true, release: () => undefined };
const fetched = (url: string, settings = {}) =>
  webFetchTool({ name: "web_fetch", settings }, egress).run({ url }, new AbortController().signal, FREE);

test("a page becomes Markdown without hidden content", async () => {
  const { text, isError } = await fetched(`${base}/bread`);
  expect(isError).toBe(false);
  expect(text).toContain("# Bread");
  expect(text).toContain("**flour**");
  expect(text).toContain("| 500 g | 350 g |");
  expect(text).toContain(`${base}/more`);
  expect(text).not.toMatch(/Hidden words|Shop|document\.title/);
});

test("a long text is cut at the request's limit and is marked", async () => {
  const { text } = await fetched(`${base}/long`, { max_content_tokens: 100 });
  expect(text.length).toBeLessThan(500);
  expect(text).toContain("cut off");
});

test.each([
  ["/cyrillic", "Хлеб"],
  ["/utf16", "Brötchen"],
])("%s is read in the encoding that its server or the page names", async (path, expected) => {
  expect((await fetched(base + path)).text).toContain(expected);
});

test.each([
  ["no URL", "bread", {}, /full HTTP/],
  ["another scheme", "file:///etc/passwd", {}, /full HTTP/],
  ["a domain that is not allowed", "/bread", { allowed_domains: ["example.com"] }, /does not allow pages from 127/],
  [
    "a blocked domain behind a redirect",
    "/away",
    { blocked_domains: ["localhost"] },
    /does not allow pages from localhost/,
  ],
  ["an image", "/image", {}, /no text/],
  ["a missing page", "/gone", {}, /404/],
])("%s is an error for the model", async (_, path, settings, message) => {
  const outcome = await fetched(path.startsWith("/") ? base + path : path, settings);
  expect(outcome).toMatchObject({ isError: true, text: expect.stringMatching(message) });
});
