import { describe, expect, test } from "vitest";
import { loadCatalogue } from "#server/catalogue/load.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
const LLAMA = "meta-llama/llama-3.3-70b-instruct";
const SERVING = ["deepinfra", "fireworks", "groq", "openrouter", "together"];
const IDS = [...SERVING, "ollama-cloud", "openai", "anthropic", "cohere"];

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: IDS, env: { RETRY_WAIT_MS: "0" } });

/** The candidates of a request in the order of attempts, as `provider model`; or the error's status and message. */
async function planOf(more: Record<string, unknown>, model = MODEL, dialect: DialectName = "chat") {
  const headers = { "x-service-metadata": "enabled" };
  const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hello", more), { headers });
  const { service_metadata: metadata, error } = JSON.parse(text);
  if (error) return `${status} ${error.message}`;
  expect(metadata.endpoints.total).toBe(metadata.endpoints.available.length);
  expect(metadata.endpoints.available.map(({ selected }: Event) => selected).indexOf(true)).toBe(0);
  return metadata.endpoints.available.map(({ provider, model }: Event) => `${provider.toLowerCase()} ${model}`);
}

/** Only the providers. */
async function providersOf(more: Record<string, unknown>, model = MODEL) {
  const order = await planOf(more, model);
  return typeof order === "string" ? order : order.map((line: string) => line.split(" ")[0]);
}

const catalogue = loadCatalogue();
const priceOf = (provider: string, unit: string, model = MODEL) =>
  catalogue
    .pricesOf(`${model}@${provider}`, Date.now())
    .find((price) => price.unit === unit && price.serviceTier === null)?.nanoUsdPerMillion as number;
const byPrice = [...SERVING].sort((a, b) => blendedPrice(a) - blendedPrice(b));
function blendedPrice(provider: string) {
  return priceOf(provider, "input_tokens") * 3 + priceOf(provider, "output_tokens");
}

describe("the provider object", () => {
  test("by default sorts candidates by price and skips unpriced ones", async () => {
    const order = (await providersOf({})) as string[];
    expect(order.toSorted()).toEqual(SERVING);
    expect(order.map(blendedPrice)).toEqual(byPrice.map(blendedPrice));
  });

  const ROUTINGS: [string, object, string[]][] = [
    [
      "order first, the rest after",
      { order: ["together", "groq"] },
      ["together", "groq", ...byPrice.filter((id) => id !== "together" && id !== "groq")],
    ],
    [
      "order without fallbacks: none but those named",
      { order: ["together", "groq"], allow_fallbacks: false },
      ["together", "groq"],
    ],
    ["only", { only: ["groq"] }, ["groq"]],
    ["only, in any case of letters", { only: ["Groq"] }, ["groq"]],
    ["ignore", { ignore: ["openrouter", "deepinfra", "fireworks", "together"] }, ["groq"]],
    ["no fallbacks: the first alone", { allow_fallbacks: false }, byPrice.slice(0, 1)],
    ["data_collection deny", { data_collection: "deny", order: ["deepinfra"] }, ["deepinfra", "fireworks"]],
    ["zdr", { zdr: true }, ["fireworks"]],
    ["sort by price", { sort: "price", only: ["openrouter", "deepinfra"] }, ["openrouter", "deepinfra"]],
    ["max_price of the prompt", { max_price: { prompt: 0.05 }, sort: "price" }, ["openrouter", "deepinfra"]],
    ["max_price as text, of the completion", { max_price: { completion: "0.185" } }, ["openrouter"]],
    [
      "max_price of what a text model does not charge for",
      { max_price: { request: 0, image: 0, prompt: 0.05 }, sort: "price" },
      ["openrouter", "deepinfra"],
    ],
  ];
  test.each(["abc", "1,5", "$1", "", " ", "-1", -1])("max_price %j is rejected as invalid", async (prompt) => {
    const body = saying("chat", LLAMA, "Hello", { provider: { max_price: { prompt } } });
    const { status, text } = await post(gateway, "chat", body);
    expect([status, JSON.parse(text).error.message]).toEqual([
      400,
      "Invalid request: provider.max_price.prompt: An amount in USD, e.g. `0.5`",
    ]);
  });

  test.each(ROUTINGS)("%s", async (_, provider, expected) => {
    expect(await providersOf({ provider })).toEqual(expected);
  });

  test("quantizations", async () => {
    const quantized = catalogue
      .models()
      .flatMap(({ id }) => catalogue.endpointsOf(id))
      .find(
        ({ quantization, provider, id }) =>
          quantization && IDS.includes(provider) && catalogue.pricesOf(id, Date.now()).length > 0,
      );
    if (!quantized) {
      expect(await providersOf({ provider: { quantizations: ["fp8"] } })).toMatch(
        /^404 .*matches the request's provider preferences/,
      );
      return;
    }
    const only = { only: [quantized.provider] };
    const { quantization, model } = quantized;
    expect(await providersOf({ provider: { ...only, quantizations: [quantization] } }, model)).toEqual([
      quantized.provider,
    ]);
    expect(await providersOf({ provider: { ...only, quantizations: ["int4"] } }, model)).toMatch(/^404 /);
  });

  test("unknown quantizations are selected by name", async () => {
    expect(await providersOf({ provider: { quantizations: ["unknown"], only: ["groq"] } })).toEqual(["groq"]);
  });

  const PARAMETERS: [DialectName, string, Record<string, unknown>, boolean][] = [
    ["chat", MODEL, { reasoning: { effort: "low" } }, true],
    ["chat", LLAMA, { reasoning: { effort: "low" } }, false],
    ["chat", LLAMA, { reasoning_effort: "low" }, false],
    ["chat", LLAMA, { temperature: 0.5 }, true],
    ["messages", LLAMA, { thinking: { type: "enabled", budget_tokens: 2000 } }, false],
    ["messages", LLAMA, { thinking: { type: "disabled" } }, true],
    ["responses", LLAMA, { reasoning: { effort: "high" } }, false],
  ];
  test.each(PARAMETERS)("require_parameters: %s at %s with %o is served: %s", async (dialect, model, more, served) => {
    const provider = { require_parameters: true, only: ["groq"] };
    const { status } = await post(gateway, dialect, saying(dialect, model, "Hello", { ...more, provider }));
    expect(status).toBe(served ? 200 : 404);
  });

  test("without matching candidates is a 404 that names the preferences", async () => {
    const response = await providersOf({ provider: { only: ["groq"], ignore: ["groq"] } });
    expect(response).toMatch(/^404 No provider of openai\/gpt-oss-120b matches the request's provider preferences/);
  });
});

test("sorting by latency or throughput puts the fastest measured first", async () => {
  // Both slow enough to be measured (anything within 20 ms is not), and far enough apart for a busy machine.
  upstream.script({ match: ({ path }) => path.startsWith("/groq"), fault: { eventDelayMs: 500, replyWords: 4 } });
  upstream.script({ match: ({ path }) => path.startsWith("/together"), fault: { eventDelayMs: 40, replyWords: 4 } });
  for (const id of ["groq", "together"]) {
    const body = saying("chat", MODEL, "Hello", { stream: true, provider: { only: [id] } });
    await Promise.all(Array.from({ length: 24 }, () => post(gateway, "chat", body)));
  }
  // A reading is cached for a second.
  await new Promise((done) => setTimeout(done, 1100));
  for (const sort of ["latency", "throughput"]) {
    expect(await providersOf({ provider: { only: ["groq", "together"], sort } })).toEqual(["together", "groq"]);
  }
  const slowLast = { only: ["groq", "together"], order: ["groq"], preferred_max_latency: 0.0001 };
  expect(await providersOf({ provider: slowLast })).toEqual(["groq", "together"]);
});

describe("several models", () => {
  const both = { provider: { only: ["groq", "openrouter"] } };
  const IN_TURN = [`openrouter ${MODEL}`, `groq ${MODEL}`, `openrouter ${LLAMA}`, `groq ${LLAMA}`];

  test.each([
    ["models", { models: [LLAMA] }],
    ["route fallback", { models: [LLAMA], route: "fallback" }],
    ["fallbacks", { fallbacks: [{ model: LLAMA }] }],
    [
      "models with a sort inside each",
      { models: [LLAMA], provider: { ...both.provider, sort: { by: "price", partition: "model" } } },
    ],
  ])("%s: candidates are ordered model by model", async (_, more) => {
    expect(await planOf({ ...both, ...more }, MODEL, "messages")).toEqual(IN_TURN);
  });

  test.each([
    ["models", { models: [LLAMA] }],
    ["fallbacks", { fallbacks: [{ model: LLAMA }] }],
  ])("%s: without provider fallbacks each model has only its first provider", async (_, more) => {
    const provider = { ...both.provider, allow_fallbacks: false };
    expect(await planOf({ provider, ...more }, MODEL, "messages")).toEqual([IN_TURN[0], IN_TURN[2]]);
  });

  test("when all candidates of a model fail, the next model is tried", async () => {
    upstream.script({ match: ({ body }) => (body as Event).model.includes("gpt-oss"), fault: { status: 500 } });
    const { status } = await post(gateway, "chat", saying("chat", MODEL, "Hello", { models: [LLAMA], ...both }));
    expect(status).toBe(200);
    const asked = upstream.requests.map(({ body }) => (body as Event).model);
    expect(asked).toEqual(["openai/gpt-oss-120b", "openai/gpt-oss-120b", "meta-llama/llama-3.3-70b-instruct"]);
  });

  test("the first of `models` is used if `model` is missing", async () => {
    const { status } = await post(gateway, "chat", {
      models: [MODEL, LLAMA],
      messages: [{ role: "user", content: "Hi" }],
    });
    expect(status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({ model: MODEL });
  });

  test.each([
    [
      "sort with partition none",
      { provider: { only: ["groq", "openrouter"], sort: { by: "price", partition: "none" } } },
    ],
    ["route sort", { provider: { only: ["groq", "openrouter"], sort: "price" }, route: "sort" }],
  ])("%s: candidates of all models are sorted together", async (_, more) => {
    const order = [`openrouter ${MODEL}`, `openrouter ${LLAMA}`, `groq ${MODEL}`, `groq ${LLAMA}`];
    expect(await planOf({ models: [LLAMA], ...more }, MODEL, "messages")).toEqual(order);
  });

  test("a variant is served only by its own model endpoints", async () => {
    const { status } = await post(gateway, "chat", saying("chat", `${MODEL}:free`, "Hello"));
    expect(status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({ model: "openai/gpt-oss-120b:free" });
  });
});

describe("a suffix of the model's name", () => {
  const PAIR = ["groq", "together"];
  const between = (model: string, more: object = {}) => providersOf({ provider: { only: PAIR, ...more } }, model);

  test(":floor sorts by price, and the body's own sort takes precedence", async () => {
    expect(await providersOf({}, `${MODEL}:floor`)).toEqual(await providersOf({ provider: { sort: "price" } }));
    const latency = await providersOf({ provider: { sort: "latency" } });
    expect(latency).not.toEqual(await providersOf({ provider: { sort: "price" } }));
    expect(await providersOf({ provider: { sort: "latency" } }, `${MODEL}:floor`)).toEqual(latency);
  });

  test(":nitro sorts by measured throughput, and the upstream gets the plain name", async () => {
    // The more expensive one writes at a measurable speed; nothing is known about the other.
    const [, dearer = ""] = byPrice.filter((id) => PAIR.includes(id));
    const slow = { provider: { only: [dearer] }, stream: true };
    for (let calls = 0; calls < 12; calls++)
      await post(gateway, "chat", saying("chat", MODEL, "fault-words-10 fault-slow-chunks-5", slow));
    expect((await between(`${MODEL}:nitro`))[0]).toBe(dearer);
    expect(upstream.requests.at(-1)?.body).toMatchObject({ model: MODEL });
    expect((await between(`${MODEL}:nitro`, { sort: "price" }))[0]).not.toBe(dearer);
    expect((await between(`${MODEL}:floor`))[0]).not.toBe(dearer);
  });

  test("applies only to its own model in a list", async () => {
    const order = await planOf({ models: [LLAMA] }, `${MODEL}:floor`);
    const floor = await planOf({}, `${MODEL}:floor`);
    expect(order.slice(0, floor.length)).toEqual(floor);
    expect(order.slice(floor.length)).toEqual(await planOf({}, LLAMA));
  });

  test("takes precedence over the workspace's default", async () => {
    const set = (sort: string | null) => gateway.call("PATCH", "/workspaces/default", { default_provider_sort: sort });
    expect((await set("latency")).status).toBe(200);
    const byDefault = await providersOf({});
    // First, because measurements of other requests change which is faster.
    expect(byDefault).toEqual(await providersOf({ provider: { sort: "latency" } }));
    expect(await providersOf({}, `${MODEL}:floor`)).toEqual(await providersOf({ provider: { sort: "price" } }));
    expect((await set(null)).status).toBe(200);
  });

  test.each([":online", ":thinking", ":extended", ":made-up", ":free"])(
    "is a 404 if no provider serves it: %s",
    async (ending) => {
      const name = `anthropic/claude-sonnet-4.5${ending}`;
      const response = await planOf({}, name, "messages");
      expect(response).toContain(
        `404 No such model: ${name}. anthropic/claude-sonnet-4.5 is not served as "${ending}".`,
      );
      expect(upstream.requests).toEqual([]);
    },
  );
});

describe("requests without a usable candidate", () => {
  test("an unknown model is a 404 with suggestions", async () => {
    const { status, text } = await post(gateway, "chat", saying("chat", "openai/gpt-oss-120", "Hello"));
    expect(status).toBe(404);
    expect(JSON.parse(text).error.metadata.suggestions).toContain(MODEL);
    expect(JSON.parse(text).error.message).toContain(MODEL);
  });

  test("a model without a credential is a 404 that names the variable", async () => {
    const { status, text } = await post(
      gateway,
      "chat",
      saying("chat", "google/gemini-2.5-flash", "Hello", { provider: { ignore: ["openrouter"] } }),
    );
    expect(status).toBe(404);
    const alone = await openPooledGateway();
    const response = await post(alone, "chat", saying("chat", "google/gemini-2.5-flash", "Hello"));
    expect(response.status).toBe(404);
    expect(JSON.parse(response.text).error.message).toContain("GEMINI_API_KEY");
    await alone.stop();
    expect(text).toContain("google/gemini-2.5-flash");
  });

  test("an unpriced model is rejected unless the operator serves unpriced models", async () => {
    const unpriced = "cohere/north-mini-code";
    const refused = await post(gateway, "chat", saying("chat", unpriced, "Hello"));
    expect(refused.status).toBe(404);
    expect(JSON.parse(refused.text).error.message).toContain("price");
    const lenient = await openPooledGateway({ upstream, providers: ["cohere"], env: { UNPRICED_MODELS: "serve" } });
    expect((await post(lenient, "chat", saying("chat", unpriced, "Hello"))).status).toBe(200);
    await lenient.stop();
  });
});
