import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

type Record = {
  id: string;
  created: number;
  available: boolean;
  providers: string[];
  supported_parameters: string[];
  pricing: { [field: string]: string };
  context_length: number | null;
  architecture: { input_modalities: string[]; output_modalities: string[] };
};

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const get = (path: string) => gateway.call("GET", path, undefined, { key: null });
const list = async (query: string): Promise<Record[]> => (await get(`/models?limit=1000&${query}`)).body.data;

describe("a model that its creator retires", () => {
  test("is listed with the date and the successor, nearest first", async () => {
    const { data } = (await get("/models/retiring")).body;
    const dates = data.map(({ expiration_date: date }: { expiration_date: string }) => date);
    expect(dates).toEqual([...dates].sort());
    const [found] = data.filter(({ id }: Record) => id === "openai/gpt-5");
    expect(found).toEqual({
      id: "openai/gpt-5",
      name: "GPT-5",
      provider_name: null,
      expiration_date: "2026-12-11",
      successor: null,
      upstream_successor: "gpt-6.1-sol",
    });
    expect((await get("/model/openai/gpt-5")).body.data).toMatchObject({
      expiration_date: "2026-12-11",
      upstream_successor: "gpt-6.1-sol",
    });
  });

  test("names only successors that are in the catalogue, in the headers of its responses too", async () => {
    const { data } = (await get("/models/retiring")).body;
    const successors = [...new Set<string>(data.map(({ successor }: { successor: string | null }) => successor))];
    expect(successors.filter(Boolean).length).toBeGreaterThan(5);
    for (const successor of successors.filter(Boolean))
      expect([successor, (await get(`/model/${successor}`)).body.data.id]).toEqual([successor, successor]);
    const turn = { messages: [{ role: "user", content: "Hi" }] };
    const asked = await gateway.call("POST", "/chat/completions", { model: "openai/gpt-5.1", ...turn });
    expect(asked.headers.get("x-model-successor")).toBe("openai/gpt-6-sol");
  });

  test("has the date in the headers of its responses, and other models have not", async () => {
    const turn = { messages: [{ role: "user", content: "Hi" }] };
    const ask = async (model: string) => (await gateway.call("POST", "/chat/completions", { model, ...turn })).headers;
    const warned = await ask("openai/gpt-5");
    expect(warned.get("sunset")).toBe("Fri, 11 Dec 2026 00:00:00 GMT");
    expect(warned.get("x-model-successor")).toBe(null);
    const other = await ask("openai/gpt-5.4");
    expect([other.get("sunset"), other.get("x-model-successor")]).toEqual([null, null]);
  });

  test("is no longer served afterwards, and the error says since when", async () => {
    const asked = { model: "x-ai/grok-3-beta", messages: [{ role: "user", content: "Hi" }] };
    const { status, body } = await gateway.call("POST", "/chat/completions", asked);
    expect(status).toBe(404);
    expect(body.error.message).toBe("No such model: x-ai/grok-3-beta was retired on 2026-05-15.");
    expect(body.error.metadata.reason).toBe("retired_model");
  });

  test("is replaced under the name of the newest", async () => {
    const asked = { model: "openai/gpt-nano-latest", messages: [{ role: "user", content: "Hi" }] };
    const { status, body } = await gateway.call("POST", "/chat/completions", asked);
    expect([status, body.model]).toEqual([200, "openai/gpt-nano-latest"]);
  });
});

describe("the list of models", () => {
  test("contains text models by default", async () => {
    const text = await list("");
    expect(text.length).toBeGreaterThan(100);
    expect(text.every(({ architecture }) => architecture.output_modalities.includes("text"))).toBe(true);
    const all = await list("output_modalities=all");
    expect(all.length).toBeGreaterThan(text.length);
    for (const modality of ["embeddings", "rerank", "image", "speech", "transcription", "moderation"]) {
      const found = await list(`output_modalities=${modality}`);
      expect(found.length).toBeGreaterThan(0);
      expect(found.every(({ architecture }) => architecture.output_modalities.includes(modality))).toBe(true);
    }
  });

  test("is paged", async () => {
    const first = (await get("/models?limit=3")).body;
    const second = await fetch(gateway.url + first.links.next);
    const rest = (await second.json()) as typeof first;
    const both = [...first.data, ...rest.data].map(({ id }: Record) => id);
    expect(both).toEqual((await get("/models?limit=6")).body.data.map(({ id }: Record) => id));
    // Strict clients of OpenAI's API require it.
    expect(first.object).toBe("list");
    const last = (await get(`/models?offset=${first.total_count - 1}`)).body;
    expect([last.data.length, last.links.next]).toEqual([1, null]);
    expect((await get("/models/count")).body.data.count).toBe(first.total_count);
  });

  test.each<[string, string, string[]]>([
    ["embeddings", "dimensions", ["openai/text-embedding-3-small", "cohere/embed-v4.0", "jinaai/jina-embeddings-v3"]],
    ["embeddings", "input_type", ["cohere/embed-english-v3.0", "voyageai/voyage-4", "google/gemini-embedding-001"]],
    ["rerank", "top_n", ["cohere/rerank-v4.0-pro", "voyageai/rerank-2.5", "local/word-overlap"]],
  ])("with %s can be told apart by their support for %s", async (kind, parameter, taking) => {
    const all = await list(`output_modalities=${kind}`);
    expect(all.flatMap(({ architecture }) => architecture.output_modalities).every((made) => made === kind)).toBe(true);
    const found = await list(`output_modalities=${kind}&supported_parameters=${parameter}`);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(taking));
    expect(found.every(({ supported_parameters: takes }) => takes.includes(parameter))).toBe(true);
  });

  test.each<[string, (model: Record) => boolean]>([
    ["q=gpt mini", ({ id }) => id.includes("mini")],
    ["input_modalities=image,text", ({ architecture }) => architecture.input_modalities.includes("image")],
    [
      "supported_parameters=tools,response_format",
      ({ supported_parameters }) => supported_parameters.includes("tools"),
    ],
    ["context=500000", ({ context_length }) => (context_length ?? 0) >= 500_000],
    ["min_price=1&max_price=2", ({ pricing }) => isBetween(Number(pricing.prompt) * 1e6, 1, 2)],
    ["max_output_price=0.5", ({ pricing }) => isBetween(Number(pricing.completion) * 1e6, 0, 0.5)],
    ["min_age_days=365&max_age_days=730", ({ created }) => isBetween((Date.now() / 1000 - created) / 86_400, 365, 730)],
    ["model_authors=anthropic,mistralai", ({ id }) => /^(anthropic|mistralai)\//.test(id)],
    ["providers=groq", ({ providers }) => providers.includes("groq")],
    ["available=true", ({ available }) => available],
    ["available=false", ({ available }) => !available],
  ])("can be filtered by %s", async (query, holds) => {
    const [found, all] = [await list(query), await list("")];
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
    expect(found.filter((model) => !holds(model))).toEqual([]);
  });

  test("ignores blank form fields", async () => {
    const all = await list("");
    for (const name of ["max_price", "max_output_price", "context", "max_age_days", "providers", "q"])
      expect(await list(`${name}=`)).toHaveLength(all.length);
  });

  test.each<[string, (model: Record) => number]>([
    ["newest", ({ created }) => -created],
    ["pricing-low-to-high", ({ pricing }) => Number(pricing.prompt)],
    ["pricing-high-to-low", ({ pricing }) => -Number(pricing.prompt)],
    ["context-high-to-low", ({ context_length }) => -(context_length ?? 0)],
  ])("can be sorted by %s", async (sort, measure) => {
    const measured = (await list(`sort=${sort}`)).filter(({ pricing }) => pricing.prompt !== "-1").map(measure);
    expect(measured).toEqual([...measured].sort((a, b) => a - b));
  });

  test.each(["sort=odd", "limit=0", "limit=1001", "offset=-1", "context=much", "available=perhaps"])(
    "is rejected for %s",
    async (query) => {
      expect((await get(`/models?${query}`)).status).toBe(400);
    },
  );

  test("for a caller contains the models that its credentials give access to", async () => {
    const { key } = await gateway.newKey();
    const { status, body } = await gateway.call("GET", "/models/user?limit=1000", undefined, { key });
    expect(status).toBe(200);
    expect(body.data.every(({ available }: Record) => available)).toBe(true);
    const providers = new Set(body.data.flatMap((model: Record) => model.providers));
    expect(providers.has("openai") && providers.has("local")).toBe(true);
    expect(body.total_count).toBe((await list("available=true")).length);
  });
});

describe("a client that only lists models, to offer them to its user", () => {
  const ids = (body: { data: Record[] }) => body.data.map(({ id }) => id);

  test("gets all of them at once, since it asks for no further page", async () => {
    const { body } = await get("/models");
    expect(body).toMatchObject({ object: "list", links: { next: null } });
    expect(body.data).toHaveLength(body.total_count);
    expect(body.total_count).toBeGreaterThan(400);
  });

  test.each([
    ["OpenAI's", {}],
    ["Anthropic's", { "anthropic-version": "2023-06-01" }],
  ])("gets those that its key can use, as %s", async (_, headers) => {
    const guardrail = {
      name: "GPT only",
      allowed_models: ["openai/gpt-5.4-mini", "openai/gpt-5.4", "anthropic/claude-sonnet-5"],
    };
    const { body: made } = await gateway.call("POST", "/guardrails", guardrail);
    const { key, hash } = await gateway.newKey();
    await gateway.call("POST", `/guardrails/${made.data.id}/assignments/keys`, { key_hashes: [hash] });
    const query = "anthropic-version" in headers ? "?limit=1000" : "";
    const { body } = await gateway.call("GET", `/models${query}`, undefined, { key, headers });
    const user = await gateway.call("GET", "/models/user", undefined, { key });
    expect(ids(body)).toEqual(ids(user.body));
    // Neither models without a credential nor those that the guardrail excludes.
    expect(ids(body).sort()).toEqual(["openai/gpt-5.4", "openai/gpt-5.4-mini"]);
  });

  test("gets the whole catalogue if it asks for it", async () => {
    const { key } = await gateway.newKey();
    const { body } = await gateway.call("GET", "/models?limit=1000", undefined, { key });
    expect(ids(body)).toContain("anthropic/claude-sonnet-5");
  });
});

describe("one model", () => {
  const MODEL = "openai/gpt-4o-mini";

  test("can be found by id, with a variant, by an alias and in one encoded segment", async () => {
    const byId = (await get(`/model/${MODEL}`)).body.data;
    expect(byId).toMatchObject({ id: MODEL, object: "model", available: true });
    expect(byId.pricing).toMatchObject({ prompt: "0.00000015", completion: "0.0000006", request: "0", image: "0" });
    expect((await get(`/model/${MODEL}:nitro`)).body.data.id).toBe(MODEL);
    expect((await get(`/models/${encodeURIComponent(MODEL)}`)).body).toEqual(byId);
    expect((await get("/models/gpt-4o-mini")).body.id).toBe(MODEL);
    expect((await get(`/models/${MODEL}`)).body).toEqual(byId);
  });

  test.each([
    "/model/openai/gpt-4o-mnii",
    "/models/openai%2Fgpt-4o-mnii",
    "/models/openai/gpt-4o-mnii",
    "/models/openai/gpt-4o-mnii/endpoints",
  ])("%s gives 404 with similar names", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body.error.metadata.suggestions).toContain(MODEL);
  });

  test("has endpoints with every field of the specification", async () => {
    const { data } = (await get(`/models/${MODEL}/endpoints`)).body;
    expect(data).toMatchObject({
      id: MODEL,
      name: expect.any(String),
      created: expect.any(Number),
      description: expect.any(String),
      architecture: {
        input_modalities: expect.arrayContaining(["text"]),
        output_modalities: ["text"],
        modality: expect.any(String),
      },
    });
    const own = data.endpoints.find(({ tag }: { tag: string }) => tag === "openai");
    expect(own).toMatchObject({
      name: expect.any(String),
      model_name: expect.any(String),
      provider_name: "OpenAI",
      available: true,
      context_length: 128_000,
      max_completion_tokens: expect.any(Number),
      status: "default",
      pricing: { prompt: "0.00000015", completion: "0.0000006", request: "0", image: "0" },
      supported_parameters: expect.arrayContaining(["tools"]),
      supports_tool_choice: { auto: true, function: true, none: true, required: true },
    });
    for (const field of ["max_prompt_tokens", "quantization", "uptime_last_5m", "uptime_last_30m", "uptime_last_1d"]) {
      expect(own).toHaveProperty(field);
    }
  });

  test("has live metrics once there is enough traffic, and null before", async () => {
    const path = "/models/openai/gpt-4.1-nano/endpoints";
    const read = async () => (await get(path)).body.data.endpoints.find(({ tag }: { tag: string }) => tag === "openai");
    expect(await read()).toMatchObject({ latency_last_30m: null, throughput_last_30m: null, uptime_last_5m: null });
    const body = { model: "openai/gpt-4.1-nano", input: "hi" };
    await Promise.all(Array.from({ length: 25 }, () => gateway.call("POST", "/responses", body)));
    const { latency_last_30m, uptime_last_5m } = await read();
    expect(latency_last_30m.p50).toBeGreaterThan(0);
    expect(latency_last_30m.p99).toBeGreaterThanOrEqual(latency_last_30m.p50);
    expect(uptime_last_5m).toBe(100);
  });
});

test("the list of providers shows their facts and availability", async () => {
  const { data } = (await get("/providers")).body;
  const byslug = new Map<string, { available: boolean; models: number; privacy_policy_url: string | null }>(
    data.map((provider: { slug: string }) => [provider.slug, provider]),
  );
  expect(byslug.get("openai")).toMatchObject({ available: true, privacy_policy_url: expect.stringMatching(/^https:/) });
  expect(byslug.get("anthropic")).toMatchObject({ available: false, takes_own_key: true });
  expect(byslug.get("local")).toMatchObject({ available: true, takes_own_key: false });
  expect(byslug.get("openai")?.models).toBeGreaterThan(10);
});

test("endpoints without data retention are listed separately", async () => {
  const { data } = (await get("/endpoints/zdr")).body;
  expect(data.length).toBeGreaterThan(0);
  expect(data.map(({ model_id }: { model_id: string }) => model_id)).toContain("local/echo");
});

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
