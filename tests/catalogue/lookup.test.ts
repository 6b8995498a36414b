import { describe, expect, it } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { discoveredEndpoint } from "#server/catalogue/discovery.ts";
import type { Model, Price, Snapshot } from "#server/catalogue/model.ts";
import { modelEndpoint } from "./model-endpoint.ts";

const model = (id: string, more: Partial<Model> = {}): Model => ({
  id,
  canonicalSlug: id,
  name: id,
  description: "",
  created: 0,
  inputModalities: ["text"],
  outputModalities: ["text"],
  tokenizer: "Other",
  contextLength: null,
  knowledgeCutoff: null,
  ...more,
});
const price = (id: string, nanoUsdPerMillion: number, more: Partial<Price> = {}): Price => ({
  id,
  modelEndpoint: "maker/one-2@maker",
  unit: "input_tokens",
  nanoUsdPerMillion,
  minPromptTokens: 0,
  serviceTier: null,
  source: "s",
  sourceRevision: "1",
  asOf: "2026-01-01",
  disputed: false,
  ...more,
});
const snapshot: Snapshot = {
  revision: "r",
  models: [
    model("maker/one-2", { canonicalSlug: "maker/one-2-20260101", aliases: ["one-2", "one-2-latest"] }),
    model("maker/two"),
    model("maker/only-free"),
  ],
  endpoints: [
    "maker/one-2@maker",
    "maker/one-2@host:turbo",
    "maker/one-2@router:free",
    "maker/two@maker",
    "maker/only-free@router:free",
  ].map((id) => modelEndpoint(id)),
  prices: [
    price("base", 10),
    price("long", 20, { minPromptTokens: 200_001 }),
    price("morning", 30, { hoursUtc: { startMinute: 60, endMinute: 240 } }),
    price("night", 5, { hoursUtc: { startMinute: 23 * 60, endMinute: 30 } }),
    price("later", 40, { validFrom: "2026-06-01" }),
  ],
};
const catalogue = createCatalogue(snapshot);
const ids = (name: string) => catalogue.endpointsOf(name).map((found) => found.id);

describe("a model can be found", () => {
  it.each(["maker/one-2", "one-2", "one-2-latest", "maker/one-2-20260101", "maker/one-2:free", "one-2:nitro"])(
    "as %s",
    (name) => {
      expect(catalogue.find(name)?.id).toBe("maker/one-2");
    },
  );

  it("under the requested variant", () => {
    expect(catalogue.resolve("one-2:free")?.variant).toBe("free");
    expect(catalogue.resolve("one-2")?.variant).toBeNull();
  });

  it.each(["nitro", "floor", "exacto"])("with a sorting suffix: %s", (ending) => {
    expect(catalogue.resolve(`one-2:${ending}`)).toMatchObject({ model: { id: "maker/one-2" }, variant: ending });
  });

  it.each([
    ...["maker/one", "one-3", "", ":free", "toString", "__proto__"],
    ...["one-2:online", "one-2:thinking", "maker/two:free", "one-2:", "one-2:free:nitro"],
  ])("not as %j", (name) => {
    expect(catalogue.find(name)).toBeUndefined();
    expect(ids(name)).toEqual([]);
  });
});

describe("endpoints of a model", () => {
  it("exclude a free one unless requested", () => {
    expect(ids("maker/one-2")).toEqual(["maker/one-2@maker", "maker/one-2@host:turbo"]);
    expect(ids("maker/one-2:free")).toEqual(["maker/one-2@router:free"]);
    expect(ids("maker/one-2:turbo")).toEqual(["maker/one-2@host:turbo"]);
  });

  it("include free ones with a sorting suffix or if there are no others", () => {
    expect(ids("maker/one-2:nitro")).toHaveLength(2);
    expect(ids("maker/only-free")).toEqual(["maker/only-free@router:free"]);
  });

  it("can be found by provider and by id", () => {
    expect(catalogue.endpointsOfProvider("router").map((found) => found.model)).toEqual([
      "maker/one-2",
      "maker/only-free",
    ]);
    expect(catalogue.endpoint("maker/two@maker")?.model).toBe("maker/two");
  });
});

describe("prices at a time", () => {
  const at = (time: string) =>
    catalogue
      .pricesOf("maker/one-2@maker", Date.parse(time))
      .map((row) => row.id)
      .sort();

  it.each([
    ["2026-01-05T12:00:00Z", ["base", "long"]],
    ["2026-01-05T01:00:00Z", ["long", "morning"]],
    ["2026-01-05T03:59:59Z", ["long", "morning"]],
    ["2026-01-05T04:00:00Z", ["base", "long"]],
    ["2026-01-05T23:30:00Z", ["long", "night"]],
    ["2026-01-05T00:29:00Z", ["long", "night"]],
    ["2026-05-31T23:00:00Z", ["long", "night"]],
    ["2026-06-01T12:00:00Z", ["later", "long"]],
  ])("%s", (time, expected) => {
    expect(at(time)).toEqual(expected);
  });

  it("do not exist for an unknown endpoint", () => {
    expect(catalogue.pricesOf("nobody@nowhere", 0)).toEqual([]);
  });
});

describe("models found later", () => {
  it("are added with their endpoint, free on the operator's own machine", () => {
    const grown = createCatalogue(snapshot);
    grown.addEndpoints(
      discoveredEndpoint({
        provider: "ollama",
        upstreamModel: "llama3.2:1b",
        foundAt: 1_780_000_000,
        contextLength: 8192,
        isFree: true,
        zeroDataRetention: true,
      }),
    );
    expect(grown.find("ollama/llama3.2:1b")?.name).toBe("llama3.2:1b");
    expect(grown.endpointsOf("ollama/llama3.2:1b")).toHaveLength(1);
    expect(grown.pricesOf("ollama/llama3.2:1b@ollama", 0).map((row) => row.nanoUsdPerMillion)).toEqual([0, 0]);
    expect(grown.models()).toHaveLength(4);
  });

  it("have their name without Ollama's default tag too", () => {
    const found = (upstreamModel: string) =>
      discoveredEndpoint({
        provider: "ollama",
        upstreamModel,
        foundAt: 1,
        contextLength: null,
        isFree: true,
        zeroDataRetention: true,
      });
    const grown = createCatalogue(snapshot);
    for (const name of ["llama3.2:latest", "qwen3:8b"]) grown.addEndpoints(found(name));
    expect(grown.find("ollama/llama3.2")?.id).toBe("ollama/llama3.2:latest");
    expect(grown.find("ollama/qwen3")).toBeUndefined();
  });

  it.each([
    ["nomic-embed-text:latest", "embeddings", ["input_tokens", "characters"]],
    ["BAAI/bge-reranker-v2-m3", "rerank", ["search_units", "input_tokens"]],
    ["Systran/faster-whisper-small", "transcription", ["seconds", "input_tokens", "output_tokens"]],
    ["nvidia/parakeet-tdt-0.6b-v3", "transcription", ["seconds", "input_tokens", "output_tokens"]],
    [
      "speaches-ai/Kokoro-82M-v1.0-ONNX",
      "speech",
      ["characters", "output_audio_tokens", "input_tokens", "output_tokens"],
    ],
    ["qwen3:8b", "text", ["input_tokens", "output_tokens"]],
  ])("%s outputs %s according to its name, free in each unit", (upstreamModel, output, units) => {
    const place = { provider: "vllm", upstreamModel, foundAt: 1, contextLength: null };
    const { models, prices } = discoveredEndpoint({ ...place, isFree: true, zeroDataRetention: true });
    expect(models[0]?.outputModalities).toEqual([output]);
    expect(prices.map(({ unit, nanoUsdPerMillion }) => [unit, nanoUsdPerMillion])).toEqual(
      units.map((unit) => [unit, 0]),
    );
  });

  it("are unpriced, not free, on other machines", () => {
    const found = discoveredEndpoint({
      provider: "maker",
      upstreamModel: "brand-new",
      foundAt: 1,
      contextLength: null,
      isFree: false,
      zeroDataRetention: false,
    });
    const grown = createCatalogue(snapshot, found);
    expect(grown.endpoint("maker/brand-new@maker")).toMatchObject({ unpriced: true, trainsOnPrompts: true });
    expect(grown.pricesOf("maker/brand-new@maker", 0)).toEqual([]);
  });

  it("replace entries with the same id", () => {
    const grown = createCatalogue(snapshot, {
      models: [],
      endpoints: [{ ...modelEndpoint("maker/two@maker"), contextLength: 5 }],
      prices: [],
    });
    expect(grown.endpointsOf("maker/two").map((found) => found.contextLength)).toEqual([5]);
  });
});

describe("suggestions", () => {
  it.each(["maker/one2", "one_2", "mkaer/one-2", "MAKER/ONE-2"])("%s is similar", (typed) => {
    expect(catalogue.suggest(typed)[0]).toBe("maker/one-2");
  });

  it("a long or unrelated name has no suggestions", () => {
    expect(catalogue.suggest("zzzz")).toEqual([]);
    expect(catalogue.suggest("x".repeat(1_000_000))).toEqual([]);
  });
});
