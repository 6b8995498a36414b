import { createServer, type RequestListener } from "node:http";
import { Agent } from "undici";
import { expect, test } from "vitest";
import { listModels } from "#server/providers/list-models.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

async function ask(respond: RequestListener): Promise<string[]> {
  const { url, close } = await listenLocally(createServer(respond));
  const dispatcher = new Agent();
  const list = { path: "/models", headers: (credential: string) => ({ authorization: `Bearer ${credential}` }) };
  try {
    return await listModels({ list, credential: "key", baseUrl: `${url}/v1`, dispatcher });
  } finally {
    await dispatcher.destroy();
    await close();
  }
}

const json = (value: unknown) => JSON.stringify(value);

test("a model list is read with the provider's key, each name once", async () => {
  let asked = "";
  const names = await ask((request, response) => {
    asked = `${request.method} ${request.url} ${request.headers.authorization}`;
    response.end(json({ data: [{ id: "a/b" }, { id: "a/b" }, { id: "with blank" }, { id: 7 }, null, { id: "c" }] }));
  });
  expect([asked, names]).toEqual(["GET /v1/models Bearer key", ["a/b", "c"]]);
});

test("a list without models is empty", async () => {
  expect(await ask((_, response) => response.end(json({ models: [] })))).toEqual([]);
});

test("a list of more than 2,000 models is truncated", async () => {
  const data = Array.from({ length: 3_000 }, (_, at) => ({ id: `m${at}` }));
  expect(await ask((_, response) => response.end(json({ data })))).toHaveLength(2_000);
});

test.each<[string, RequestListener, string]>([
  ["an error", (_, response) => response.writeHead(401).end(), "the provider responded with 401"],
  ["a web page", (_, response) => response.end("<html>"), "not a model list of at most 4 MiB"],
  [
    "an endless body",
    (_, response) => {
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", write);
      write();
    },
    "not a model list of at most 4 MiB",
  ],
])("%s is reported as a message", async (_, respond, message) => {
  await expect(ask(respond)).rejects.toThrow(message);
});
