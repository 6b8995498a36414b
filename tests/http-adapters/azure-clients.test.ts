import OpenAI, { AzureOpenAI, toFile } from "openai";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

// Clients of Azure OpenAI name a deployment in the path, and send the key in a header of its own.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const clientOf = (deployment?: string) =>
  new AzureOpenAI({
    endpoint: gateway.url,
    apiKey: gateway.managementKey,
    apiVersion: "2025-04-01-preview",
    maxRetries: 0,
    ...(deployment !== undefined && { deployment }),
  });
const saying = (content: string) => [{ role: "user" as const, content }];

describe("OpenAI's client for Azure", () => {
  test.each(["openai/gpt-4o-mini", "gpt-4o-mini", "anthropic/claude-sonnet-4.5"])(
    "chats with the deployment %s, whatever model the body names",
    async (deployment) => {
      const request = { model: "gpt-3.5-turbo", messages: saying("Hello") };
      const { choices, model } = await clientOf(deployment).chat.completions.create(request);
      expect(choices[0]?.message.content).toBe("You said: Hello");
      expect(model).toContain(deployment.split("/").at(-1));
    },
  );

  test("streams, with the model of the body as the deployment", async () => {
    const request = { model: "openai/gpt-4o-mini", messages: saying("Hello"), stream: true as const };
    let text = "";
    for await (const { choices } of await clientOf().chat.completions.create(request))
      text += choices[0]?.delta.content ?? "";
    expect(text).toBe("You said: Hello");
  });

  test("uses the endpoints that have no deployments", async () => {
    const client = clientOf();
    const { output_text } = await client.responses.create({ model: "openai/gpt-5-mini", input: "Hello" });
    expect(output_text).toBe("You said: Hello");
    expect((await client.models.list()).data.map(({ id }) => id)).toContain("openai/gpt-4o-mini");
  });

  test("creates embeddings and images, and transcribes", async () => {
    const client = clientOf();
    const embeddings = await client.embeddings.create({ model: "openai/text-embedding-3-small", input: "Hello" });
    expect(embeddings.data[0]?.embedding.length).toBeGreaterThan(0);
    const images = await client.images.generate({ model: "openai/gpt-image-1-mini", prompt: "A cat" });
    expect(images.data?.[0]?.b64_json).toBeTruthy();
    const file = await toFile(Buffer.from("RIFF\0\0\0\0WAVEfmt "), "a.wav", { type: "audio/wav" });
    const { text } = await client.audio.transcriptions.create({ model: "openai/gpt-4o-mini-transcribe", file });
    expect(text).toBeTruthy();
  });

  test("gets errors it can read", async () => {
    const wrong = new AzureOpenAI({ endpoint: gateway.url, apiKey: "wrong", apiVersion: "2024-10-21", maxRetries: 0 });
    await expect(wrong.chat.completions.create({ model: "m", messages: saying("Hi") })).rejects.toMatchObject({
      status: 401,
    });
    const request = clientOf("nobody/nothing").chat.completions.create({ model: "m", messages: saying("Hi") });
    await expect(request).rejects.toMatchObject({ status: 404, message: expect.stringContaining("nobody/nothing") });
  });
});

test("Azure's v1 API is OpenAI's below another path", async () => {
  const client = new OpenAI({ baseURL: `${gateway.url}/openai/v1/`, apiKey: gateway.managementKey, maxRetries: 0 });
  const { choices } = await client.chat.completions.create({ model: "openai/gpt-4o-mini", messages: saying("Hello") });
  expect(choices[0]?.message.content).toBe("You said: Hello");
});

test("a request without a model in its body gets that of the deployment", async () => {
  const path = "/openai/deployments/openai%2Fgpt-4o-mini/chat/completions?api-version=2024-10-21";
  const response = await fetch(gateway.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "api-key": gateway.managementKey },
    body: JSON.stringify({ messages: saying("Hello") }),
  });
  expect(response.status).toBe(200);
  expect(((await response.json()) as OpenAI.ChatCompletion).model).toBe("openai/gpt-4o-mini");
});
