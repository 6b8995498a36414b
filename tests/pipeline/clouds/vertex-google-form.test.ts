import { expect, test } from "vitest";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { serviceAccount, vertex } from "#tests/support/clouds/vertex.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { facts, responseWith } from "#tests/support/upstream/gemini/events.ts";
import { ask, asking, partsIn, responsesOf } from "../../api/gemini/asking.ts";
import { eventsIn, recordOf } from "../calling.ts";

// Requests in Google's form, served by Vertex AI.

const upstream = sharedUpstream();
const cloud = cloudFront(upstream, vertex({ project: "acme-google-form", location: "europe-west1" }));
const gateway = sharedGateway(() => ({
  env: {
    GOOGLE_VERTEX_BASE_URL: cloud.url,
    GOOGLE_TOKEN_URL: `${cloud.url}/token`,
    GOOGLE_VERTEX_PROJECT: "acme-google-form",
    GOOGLE_VERTEX_LOCATION: "europe-west1",
    GOOGLE_VERTEX_CREDENTIALS: JSON.stringify(serviceAccount),
  },
}));

const HI = asking({ text: "Hi" });
const sentBody = () => JSON.parse(String(cloud.requests.at(-1)?.raw));

test("Google's tools and settings reach Vertex AI, and what it says reaches the caller", async () => {
  const tools = [{ googleSearch: {} }, { urlContext: {} }];
  const generationConfig = { responseLogprobs: true, logprobs: 2 };
  const text = "Bern is the capital.";
  upstream.script({ reply: { events: [responseWith([{ text }], facts(text))] } });
  const [response] = await responsesOf(gateway, { ...HI, tools, generationConfig });
  expect(sentBody()).toMatchObject({ tools, generationConfig });
  expect(response.candidates[0]).toMatchObject(facts(text));
});

test("a setting that only the Gemini API has is dropped, and the response says so", async () => {
  const functionDeclarations = [{ name: "look", description: "Looks", parametersJsonSchema: { type: "object" } }];
  const toolConfig = { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true };
  const body = { ...HI, tools: [{ functionDeclarations }, { googleSearch: {} }], toolConfig };
  const { status, headers, text } = await ask(gateway, body);
  expect(status, text).toBe(200);
  expect(headers.get("x-dropped")).toBe("toolConfig.includeServerSideToolInvocations");
  expect(sentBody().toolConfig).toEqual({ functionCallingConfig: { mode: "VALIDATED" } });
});

test("calls are whole for a client that asks for pieces of their arguments, and the response says so", async () => {
  const functionDeclarations = [{ name: "look", description: "Looks", parametersJsonSchema: { type: "object" } }];
  const toolConfig = { functionCallingConfig: { mode: "ANY", streamFunctionCallArguments: true } };
  const args = { places: [{ name: "Bern", height: 540 }, { name: 'Ol"ten' }] };
  upstream.script({ reply: { events: [responseWith([{ functionCall: { name: "look", args } }])] } });
  const body = { ...HI, tools: [{ functionDeclarations }], toolConfig };
  const { status, headers, text } = await ask(gateway, body, { stream: true });
  expect(status, text).toBe(200);
  expect(partsIn(eventsIn(text))).toMatchObject([{ functionCall: { name: "look", args } }]);
  expect(headers.get("x-dropped")).toBe("streamFunctionCallArguments");
  expect(JSON.stringify(sentBody())).not.toContain("streamFunctionCallArguments");
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ tool_calls: 1, usage_estimated: false, usage_units: { output_tokens: 6 } });
});

// A grounded prompt costs 0.035 USD with Gemini 2.5.
test("a search at Vertex AI is charged at its price there", async () => {
  upstream.script({ reply: { events: [responseWith([{ text: "Bern." }], facts("Bern."))] } });
  const { headers } = await ask(gateway, { ...HI, tools: [{ googleSearch: {} }] });
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ provider_name: "google-vertex", unpriced_units: [] });
  expect(record.cost_proof.holds).toBe(true);
  expect(record.cost_nano_usd).toBeGreaterThan(35_000_000);
});

test.each([false, true])("speech is Vertex AI's, at its price there (stream %s)", async (stream) => {
  const body = { ...asking({ text: "Good morning" }), generationConfig: { responseModalities: ["AUDIO"] } };
  const model = "google/gemini-2.5-flash-tts";
  const { status, headers, text } = await ask(gateway, body, { model, stream });
  expect([status, text]).toEqual([200, expect.stringContaining("audio/L16;codec=pcm;rate=24000")]);
  expect(sentBody()).toEqual(body);
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ provider_name: "google-vertex", usage_units: { output_audio_tokens: 16 } });
  expect(record.cost_nano_usd).toBe(3 * 500 + 16 * 10_000);
});
