import { expect, test, vi } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, saying } from "../calling.ts";

// The names of models that clients of providers and of other gateways send.

const LLAMA = "meta-llama/llama-3.3-70b-instruct";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "together", "anthropic"] });

/** The providers of a request in the order of attempts. */
async function providersOf(model: string): Promise<string[]> {
  const headers = { "x-service-metadata": "enabled" };
  const { status, text } = await post(gateway, "chat", saying("chat", model, "Hello"), { headers });
  expect(status, text).toBe(200);
  return JSON.parse(text).service_metadata.endpoints.available.map(({ provider }: Event) => provider.toLowerCase());
}

test("a provider before the model has to serve it", async () => {
  const providers = await providersOf("groq/llama-3.3-70b-versatile");
  expect(providers).toEqual(["groq"]);
  expect(upstream.requests.map(({ body }) => (body as Event).model)).toEqual(["llama-3.3-70b-versatile"]);
});

test("a host's name means the model, wherever it is served", async () => {
  expect(await providersOf("meta-llama/Llama-3.3-70B-Instruct")).toEqual(await providersOf(LLAMA));
});

test("the maker gets a dated name as it is, at the model's price", async () => {
  const name = "claude-opus-4-6-20260205";
  const { status, headers } = await post(gateway, "messages", saying("messages", name, "Hello"));
  expect(status).toBe(200);
  expect(upstream.requests.map(({ body }) => (body as Event).model)).toEqual([name]);
  const id = headers.get("x-generation-id");
  const record = await vi.waitUntil(async () => {
    const { status, body } = await gateway.call("GET", `/generation?id=${id}`);
    return status === 200 && body.data;
  });
  expect(record).toMatchObject({ model: "anthropic/claude-opus-4.6", provider_name: "anthropic" });
  expect(record.total_cost).toBeGreaterThan(0);
});

test("a model's details are found by them too", async () => {
  const { body } = await gateway.call("GET", "/model/groq/llama-3.3-70b-versatile");
  expect(body.data?.id ?? body.id).toBe(LLAMA);
});
