import { GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { EMAIL, emailRule, guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { recordOf } from "../../pipeline/calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });
const keyUnder = guardedKeys(gateway);

// Google ended Imagen in June 2026; other addresses may still have it.
const IMAGEN = "google/imagen-4.0-generate-001";
const OPENAI = "openai/gpt-image-2";
const PNG = pngOf(2, 2, [1, 2, 3]).toString("base64");

/** From its third version on, the client makes images only as a client of Vertex AI. */
const client = () =>
  new GoogleGenAI({ vertexai: true, apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
const sentBody = () => upstream.requests.at(-1)?.body as Body;
const answer = (body: Body) => upstream.script({ reply: { body: JSON.stringify(body) } });

async function post(body: Body, { model = OPENAI, method = "predict", key = gateway.managementKey } = {}) {
  const response = await fetch(`${gateway.url}/v1beta/models/${model}:${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": key },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const asking = (prompt: string, parameters: Body = {}) => ({ instances: [{ prompt }], parameters });

const GEMINI = { candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/png", data: PNG } }] } }] };

describe("images for clients of the Gemini API", () => {
  test.each([OPENAI, "google/gemini-3-pro-image-preview", "local/poster"])("come from %s", async (model) => {
    if (model.startsWith("google")) answer(GEMINI);
    const { generatedImages } = await client().models.generateImages({
      model,
      prompt: "A red cube",
      config: { numberOfImages: 2, aspectRatio: "16:9", outputMimeType: "image/png" },
    });
    expect(generatedImages).toHaveLength(2);
    for (const { image } of generatedImages ?? []) {
      expect(image?.mimeType).toBe("image/png");
      expect(
        Buffer.from(image?.imageBytes ?? "", "base64")
          .subarray(1, 4)
          .toString(),
      ).toBe("PNG");
    }
  });

  test("come at the gateway's own address too", async () => {
    const { status, body } = await gateway.call("POST", "/gemini/models/local%2Fposter/predict", asking("A red cube"));
    expect([status, body.predictions?.length]).toEqual([200, 1]);
  });

  test("of Imagen pass its own parameters, and are charged per image", async () => {
    answer({ predictions: [{ mimeType: "image/png", bytesBase64Encoded: PNG, prompt: "A red cube, lit" }] });
    const own = { negativePrompt: "people", personGeneration: "dont_allow", guidanceScale: 7.5, language: "en" };
    const options = { google: { parameters: { addWatermark: true } } };
    const { headers, body } = await post(
      { ...asking("A red cube", { ...own, sampleCount: 1, aspectRatio: "4:3" }), provider: { options } },
      { model: "imagen-4.0-generate-001" },
    );
    expect(sentBody()).toEqual({
      instances: [{ prompt: "A red cube" }],
      parameters: { ...own, addWatermark: true, sampleCount: 1, aspectRatio: "4:3" },
    });
    expect(body.predictions).toEqual([{ mimeType: "image/png", bytesBase64Encoded: PNG, prompt: "A red cube, lit" }]);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ model: IMAGEN, api_type: "image", usage_units: { images: 1 }, notes: [] });
    expect(record.total_cost).toBeGreaterThan(0);
  });

  test("of other models say what only Imagen reads", async () => {
    const { headers, body } = await post(asking("A red cube", { negative_prompt: "people", sampleCount: 1 }));
    expect(body.predictions).toHaveLength(1);
    expect(sentBody()).toEqual({ model: "gpt-image-2", prompt: "A red cube", n: 1 });
    expect(headers.get("x-dropped")).toBe("negativePrompt");
  });

  test.each([
    ["the prompt", asking(`Write ${EMAIL}`)],
    ["what should not be in it", asking("A sign", { negativePrompt: EMAIL })],
  ])("are not made with %s that a guardrail blocks", async (_, body) => {
    const { status, body: failed } = await post(body, { key: await keyUnder(emailRule("block")) });
    expect([status, failed.error.status, upstream.requests.length]).toEqual([403, "PERMISSION_DENIED", 0]);
  });

  test("stay within a key's limit", async () => {
    const { body: made } = await gateway.call("POST", "/keys", { name: "small", limit: 0.000001 });
    const { status, body } = await post(asking("A red cube"), { key: made.key });
    expect([status, body.error.code, upstream.requests.length]).toEqual([402, 402, 0]);
  });

  test("can be restricted to management keys, as elsewhere", async () => {
    const restrict = (images_need_management_key: boolean) =>
      gateway.call("PATCH", "/workspaces/default", { images_need_management_key });
    const { key } = await gateway.newKey();
    await restrict(true);
    expect((await post(asking("A red cube"), { key })).body.error).toMatchObject({ code: 403 });
    await restrict(false);
    expect((await post(asking("A red cube"), { key })).status).toBe(200);
  });

  test.each<[string, Body, string]>([
    ["no instance", { instances: [] }, "instances: must have exactly one prompt"],
    ["two instances", { instances: [{ prompt: "A" }, { prompt: "B" }] }, "instances: must have exactly one prompt"],
    ["an empty prompt", asking(""), "instances[0].prompt: must not be empty"],
    ["no prompt", { instances: [{}] }, "instances[0].prompt: must be a string"],
    ["an image to edit", { instances: [{ prompt: "A", image: {} }] }, "edit images with POST /images/edits"],
    ["a text to embed", { instances: [{ content: "A" }] }, "create embeddings with embedContent"],
    ["an unknown parameter", asking("A", { size: 3 }), "parameters.size: is not supported here"],
    ["a ratio of nobody", asking("A", { aspectRatio: "5:1" }), "parameters.aspectRatio: must be one of 1:1"],
    ["half an image", asking("A", { sampleCount: 0.5 }), "parameters.sampleCount: must be a whole number from 1 to 10"],
    ["a bucket", asking("A", { storageUri: "gs://a" }), "parameters.storageUri: is not supported here"],
    ["a provider that is a text", { ...asking("A"), provider: "openai" }, "provider: "],
  ])("with %s are a 400 in Google's form", async (_, body, message) => {
    const { status, body: failed } = await post(body);
    expect(failed.error.message).toContain(message);
    expect([status, failed.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
  });

  test("are a 400 from a model of texts", async () => {
    const { status, body } = await post(asking("A red cube"), { model: "google/gemini-2.5-flash" });
    expect([status, body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(body.error.message).toContain("makes text, not image");
  });
});

describe("methods that are not served", () => {
  test.each([
    ["/v1beta/models/veo-3.1-generate-preview:predictLongRunning", "No such method: predictLongRunning. Create videos"],
    ["/v1/models/gemini-2.5-flash:computeTokens", "No such method: computeTokens."],
    ["/v1beta1/publishers/google/models/gemini-2.5-flash:computeTokens", "No such method: computeTokens."],
    ["/v1beta/models/gemini-2.5-flash:batchGenerateContent", "Run batches with POST /api/v1/batches."],
    ["/v1beta/fileSearchStores", "No such path: /v1beta/fileSearchStores."],
  ])("%s is a 404 in Google's form that names those which are", async (path, message) => {
    const response = await fetch(`${gateway.url}${path}`, { method: "POST", body: "{}" });
    const { error } = await response.json();
    expect(error).toMatchObject({ code: 404, status: "NOT_FOUND", message: expect.stringContaining(message) });
    expect(error.message).toContain("generateContent, streamGenerateContent, countTokens");
    expect(error.message).toContain("predict)");
  });

  test("Google's client reads the error", async () => {
    const asked = client().models.computeTokens({ model: "gemini-2.5-flash", contents: "Hi" });
    await expect(asked).rejects.toThrow("No such method: computeTokens");
  });
});
