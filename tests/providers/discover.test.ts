import { expect, test } from "vitest";
import { discover } from "#server/providers/exchange/discover.ts";
import { json, startRecorder } from "./recorder.ts";

const nobody = { ollama: 0, lmstudio: 0, vllm: 0, llamacpp: 0, infinity: 0 };

test("an Ollama and an OpenAI-compatible server are found with their models and a base URL for their adapters", async () => {
  await using ollama = await startRecorder(json({ models: [{ name: "llama3.2:3b", size: 1 }, { name: "qwen3:8b" }] }));
  await using lmstudio = await startRecorder(json({ object: "list", data: [{ id: "gemma-3", object: "model" }] }));
  const found = await discover({ fetch, ports: { ...nobody, ollama: ollama.port, lmstudio: lmstudio.port } });
  expect(found).toEqual([
    { provider: "ollama", baseUrl: `http://127.0.0.1:${ollama.port}/v1`, models: ["llama3.2:3b", "qwen3:8b"] },
    { provider: "lmstudio", baseUrl: `http://127.0.0.1:${lmstudio.port}/v1`, models: ["gemma-3"] },
  ]);
  expect(ollama.requests[0]).toMatchObject({ method: "GET", url: "/api/tags" });
  expect(lmstudio.requests[0]).toMatchObject({ method: "GET", url: "/v1/models" });
});

test("another kind of server, or none, is not reported as a model server", async () => {
  await using page = await startRecorder((response) => response.end("<html>my web site</html>"));
  await using refusing = await startRecorder(json({ error: "unauthorized" }, 401));
  await using odd = await startRecorder(json({ data: [{ name: "no id" }, 7, null] }));
  const closed = await startRecorder(() => {});
  await closed[Symbol.asyncDispose]();
  const ports = { ollama: page.port, lmstudio: refusing.port, vllm: odd.port, llamacpp: closed.port, infinity: 0 };
  expect(await discover({ fetch, ports })).toEqual([]);
});

test("an embeddings server with an unversioned API is found", async () => {
  await using infinity = await startRecorder(json({ data: [{ id: "BAAI/bge-small-en-v1.5" }] }));
  const found = await discover({ fetch, ports: { ...nobody, infinity: infinity.port } });
  const baseUrl = `http://127.0.0.1:${infinity.port}`;
  expect(found).toEqual([{ provider: "infinity", baseUrl, models: ["BAAI/bge-small-en-v1.5"] }]);
  expect(infinity.requests[0]).toMatchObject({ url: "/models" });
});

test("an unresponsive server does not delay the others", async () => {
  await using silent = await startRecorder(() => {});
  await using vllm = await startRecorder(json({ data: [{ id: "m" }] }));
  const found = await discover({ fetch, ports: { ...nobody, ollama: silent.port, vllm: vllm.port }, timeoutMs: 1000 });
  expect(found).toMatchObject([{ provider: "vllm" }]);
});

test("the gateway does not find itself on a port that model servers use", async () => {
  await using vllm = await startRecorder(json({ data: [{ id: "m" }] }));
  const ports = { ...nobody, vllm: vllm.port };
  expect(await discover({ fetch, ports, ownPort: vllm.port })).toEqual([]);
  expect(vllm.requests).toHaveLength(0);
});
