import { createServer, type RequestListener } from "node:http";
import { Agent } from "undici";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withMedia } from "#server/pipeline/converted/media-parts.ts";
import { fetchMedia } from "#server/pipeline/media/fetch-media.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

let filesUrl: string;
let asked: string[];

const PNG = Buffer.from("iVBORw0KGgo=", "base64");

beforeAll(async () => {
  const { url, close } = await listenLocally(createServer(serveFile));
  filesUrl = url;
  return close;
});
beforeEach(() => {
  asked = [];
});

const serveFile: RequestListener = (request, response) => {
  asked.push(request.url as string);
  if (request.url === "/moved") response.writeHead(302, { location: "/a.png" }).end();
  else if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
  else if (request.url === "/large")
    response.writeHead(200, { "content-length": String(30 * 1024 * 1024) }).flushHeaders();
  else if (request.url === "/endless") pour(response);
  else if (request.url === "/a.png") response.writeHead(200, { "content-type": "image/png; x=1" }).end(PNG);
  else response.writeHead(404).end();
};

function pour(response: Parameters<RequestListener>[1]) {
  const chunk = Buffer.alloc(1024 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

describe("loading a file", () => {
  const load = (path: string) => fetchMedia(new URL(path, filesUrl), new Agent(), AbortSignal.timeout(20_000));

  test("returns its bytes and the type its server declares", async () => {
    expect(await load("/a.png")).toEqual({ mediaType: "image/png", data: PNG });
  });

  test("follows redirects, up to a limit", async () => {
    expect((await load("/moved")).data).toEqual(PNG);
    await expect(load("/round")).rejects.toMatchObject({ status: 400 });
  });

  test.each(["/gone", "/large", "/endless"])("%s is the caller's error", async (path) => {
    await expect(load(path)).rejects.toMatchObject({ status: 400, message: expect.stringContaining("127.0.0.1") });
  });
});

describe("the gateway loads files", () => {
  const url = (address: string) => ({
    type: "file" as const,
    mediaType: "image/*",
    data: { type: "url" as const, url: new URL(address) },
  });
  const load = async () => ({ mediaType: "image/png", data: PNG });

  test("that the provider does not load itself", async () => {
    const result = { type: "content" as const, value: [url("https://a.example/r.png")] };
    const prompt = [
      { role: "system" as const, content: "Hi" },
      {
        role: "user" as const,
        content: [{ type: "text" as const, text: "x" }, url("https://a.example/1.png"), url("http://b.example/2.png")],
      },
      {
        role: "tool" as const,
        content: [{ type: "tool-result" as const, toolCallId: "1", toolName: "t", output: result }],
      },
    ];
    const changed = await withMedia(prompt, { "image/*": [/^https:/] }, load, (mediaType) => mediaType);
    const there = { type: "file", mediaType: "image/png", data: { type: "data", data: PNG } };
    expect(changed[1]?.content).toEqual([{ type: "text", text: "x" }, url("https://a.example/1.png"), there]);
    expect(changed[2]?.content).toMatchObject([{ output: { value: [there] } }]);
  });
});

const WITH_IMAGE: Record<DialectName, (url: string) => object> = {
  chat: (url) => ({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] }),
  responses: (url) => ({
    input: [{ role: "user", content: [{ type: "input_image", image_url: url, detail: "auto" }] }],
  }),
  messages: (url) => ({ messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }] }),
};
// Each converted, to a provider that fetches no such URL itself.
const CONVERTED: [DialectName, string][] = [
  ["responses", "meta-llama/llama-4-scout"],
  ["messages", "openai/gpt-oss-120b"],
  ["chat", "google/gemini-2.5-flash"],
];

describe.each(CONVERTED)("%s to %s", (dialect, model) => {
  test("a private URL is rejected with 400 and never requested", async () => {
    const { port } = new URL(filesUrl);
    for (const url of [
      `${filesUrl}/a.png`,
      `http://localhost:${port}/a.png`,
      `http://[::1]:${port}/a.png`,
      `http://0.0.0.0:${port}/`,
    ]) {
      const { status, text } = await post(gateway, dialect, {
        ...saying(dialect, model, ""),
        ...WITH_IMAGE[dialect](url),
      });
      expect(status, text).toBe(400);
      expect(JSON.parse(text).error.message).toMatch(/public address|cannot be used/);
    }
    expect(asked).toEqual([]);
    expect(upstream.requests).toEqual([]);
  });

  test("a data URL needs no request", async () => {
    const url = `data:image/png;base64,${PNG.toString("base64")}`;
    const { status, text } = await post(gateway, dialect, {
      ...saying(dialect, model, ""),
      ...WITH_IMAGE[dialect](url),
    });
    expect(status, text).toBe(200);
    expect(upstream.requests[0]?.raw.toString()).toContain(PNG.toString("base64"));
  });
});

test("URLs in a native body are left to the upstream", async () => {
  const url = "https://1.1.1.1/a.png";
  const { status } = await post(gateway, "chat", {
    ...saying("chat", "openai/gpt-4o-mini", ""),
    ...WITH_IMAGE.chat(url),
  });
  expect(status).toBe(200);
  expect(upstream.requests[0]?.raw.toString()).toContain(url);
  expect(asked).toEqual([]);
});
