import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compile } from "#server/catalogue/build/compile.ts";
import { noticesText } from "#server/catalogue/build/notices.ts";
import { readProviderFacts } from "#server/catalogue/build/provider-facts.ts";
import { type RawData, readRaw } from "#server/catalogue/build/sources/raw.ts";
import { readSources } from "#server/catalogue/build/sources/sources.ts";
import { snapshotFiles } from "#server/catalogue/build/write.ts";
import type { Price, Snapshot } from "#server/catalogue/model.ts";

const folder = fileURLToPath(new URL("fixtures/data", import.meta.url));
const media = { prices: [], billedApart: [], models: [] };

function build(raw: RawData = readRaw(folder)): Snapshot {
  return compile({ raw, sources: readSources(folder), media, retirements: [], providers: readProviderFacts() });
}

const snapshot = build();
const endpoint = (id: string) => snapshot.endpoints.find((found) => found.id === id);
const price = (id: string, unit: string, more: Partial<Price> = {}) =>
  snapshot.prices.find(
    (row) =>
      row.modelEndpoint === id &&
      row.unit === unit &&
      row.serviceTier === (more.serviceTier ?? null) &&
      row.minPromptTokens === (more.minPromptTokens ?? 0),
  );

describe("the same sources give the same bytes", () => {
  it("on a second run", () => {
    expect(snapshotFiles(build(), "")).toEqual(snapshotFiles(snapshot, ""));
  });

  it("in any order of the models in the files", () => {
    const raw = readRaw(folder);
    const reversed = (models: object) => Object.fromEntries(Object.entries(models).reverse());
    const modelsDev = Object.fromEntries(
      Object.entries(raw.modelsDev).map(([id, provider]) => [id, { ...provider, models: reversed(provider.models) }]),
    ) as RawData["modelsDev"];
    expect(
      snapshotFiles(
        build({ ...raw, modelsDev: reversed(modelsDev) as RawData["modelsDev"], listing: raw.listing.toReversed() }),
        "",
      ),
    ).toEqual(snapshotFiles(snapshot, ""));
  });

  it("one record per line", () => {
    const text = snapshotFiles(snapshot, "")["prices.json"] as string;
    expect(text.split("\n")).toHaveLength(snapshot.prices.length + 3);
    expect(JSON.parse(text)).toEqual(snapshot.prices);
  });
});

describe("one model, several providers", () => {
  it("a host's spelling of a name finds the original model", () => {
    expect(endpoint("upstage/agreed-1@deepinfra")).toMatchObject({
      upstreamModel: "upstage/Agreed_1-FP8",
      quantization: "fp8",
      contextLength: 32_000,
    });
    expect(endpoint("upstage/agreed-1@upstage")).toMatchObject({ upstreamModel: "agreed-1", maxOutputTokens: 8000 });
  });

  it("the model keeps its aliases and dated slug", () => {
    const model = snapshot.models.find((found) => found.id === "upstage/agreed-1");
    expect(model).toMatchObject({
      name: "Agreed One",
      canonicalSlug: "upstage/agreed-1-20260115",
      aliases: ["agreed-1"],
      knowledgeCutoff: "2025-10-01",
    });
    expect(model?.description).toBe(
      "Agreed One by Upstage. Input: text. Output: text. Context: 64,000 tokens. Supports tools.",
    );
  });

  it("a free variant is a separate endpoint with prices of zero", () => {
    expect(price("upstage/agreed-1@openrouter:free", "input_tokens")?.nanoUsdPerMillion).toBe(0);
    expect(price("upstage/agreed-1@openrouter", "input_tokens")?.nanoUsdPerMillion).toBe(120_000_000);
  });

  it("a deprecated model is omitted", () => {
    expect(snapshot.models.some((model) => model.id.includes("retired"))).toBe(false);
  });
});

describe("prices in several units", () => {
  it("dollars per million and cents per token agree", () => {
    expect(price("upstage/agreed-1@deepinfra", "input_tokens")).toMatchObject({
      nanoUsdPerMillion: 80_000_000,
      agreeing: 2,
    });
    expect(price("upstage/agreed-1@upstage", "cache_read_tokens")?.nanoUsdPerMillion).toBe(10_000_000);
  });

  it("a conflicting price is disputed, the newest source decides, and both are stored", () => {
    expect(price("upstage/agreed-1@deepinfra", "output_tokens")).toMatchObject({
      nanoUsdPerMillion: 300_000_000,
      source: "portkey-models",
      sourceRevision: "bbbb2222",
      asOf: "2026-06-01",
      disputed: true,
      dissent: [{ source: "models.dev", asOf: "2026-05-01", nanoUsdPerMillion: 200_000_000 }],
    });
  });

  it("tiers and flex prices are rows, batch prices of providers whose batches are not used are not", () => {
    expect(price("upstage/agreed-1@deepinfra", "input_tokens", { minPromptTokens: 16_001 })).toMatchObject({
      nanoUsdPerMillion: 160_000_000,
      agreeing: 2,
    });
    expect(price("upstage/agreed-1@deepinfra", "input_tokens", { serviceTier: "flex" })?.nanoUsdPerMillion).toBe(
      40_000_000,
    );
    const inputs = snapshot.prices.filter(
      (row) => row.modelEndpoint === "upstage/agreed-1@deepinfra" && row.unit === "input_tokens",
    );
    expect(inputs.map((row) => row.serviceTier)).toEqual([null, null, "flex"]);
  });

  it("a listing's own units are used if the host's entry lacks them", () => {
    expect(price("upstage/agreed-1@openrouter", "web_searches")?.nanoUsdPerMillion).toBe(10_000_000_000_000);
  });

  it("zero without a known free offer is unknown, not free", () => {
    for (const id of ["upstage/zero-1@upstage", "upstage/unpriced-1@upstage", "openrouter/router-1@openrouter"]) {
      expect(endpoint(id)?.unpriced, id).toBe(true);
      expect(price(id, "input_tokens"), id).toBeUndefined();
    }
  });

  it("an embedding needs no output price", () => {
    const id = "qwen/own-embedding-1@deepinfra";
    expect(endpoint(id)?.unpriced).toBeUndefined();
    expect(
      snapshot.prices.filter((row) => row.modelEndpoint === id).map((row) => [row.unit, row.nanoUsdPerMillion]),
    ).toEqual([["input_tokens", 5_000_000]]);
  });
});

it("the notices contain every license text and revision", () => {
  const text = noticesText(folder, snapshot.notices ?? []);
  for (const part of ["invented models.dev", "invented Portkey", "Pydantic Services", "aaaa1111", "bbbb2222"])
    expect(text).toContain(part);
});
