import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { embeddingAt, SMALL } from "./embedding.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "scaleway", "nebius", "huggingface"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

const embed = embeddingAt(gateway);

describe("embedding models", () => {
  test("are listed separately, without a key", async () => {
    const { status, body } = await gateway.call("GET", "/embeddings/models", undefined, { key: null });
    expect(status).toBe(200);
    expect(body.total_count).toBe(body.data.length);
    const outputs = new Set(
      body.data.flatMap(
        (model: { architecture: { output_modalities: string[] } }) => model.architecture.output_modalities,
      ),
    );
    expect([...outputs]).toEqual(["embeddings"]);
    const small = body.data.find(({ id }: { id: string }) => id === SMALL);
    expect(small).toMatchObject({ pricing: { prompt: "0.00000002" }, available: true });
    const all = await gateway.call("GET", "/models?output_modalities=embeddings");
    expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual(body.data.map(({ id }: { id: string }) => id));
  });
});

describe("the local model", () => {
  const vectors = async (input: unknown, more = {}) =>
    (await embed({ model: "local/word-hash", input, ...more })).body.data.map(
      ({ embedding }: { embedding: number[] }) => embedding,
    ) as number[][];
  const near = (a: number[] = [], b: number[] = []) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

  test("places texts that share words near each other, at no cost", async () => {
    const [asked, answer, other] = await vectors([
      "How do I reset my password?",
      "Resetting a forgotten password",
      "Rain is expected in the north",
    ]);
    expect(asked).toHaveLength(256);
    expect(near(asked, asked)).toBeCloseTo(1, 4);
    expect(near(asked, answer)).toBeGreaterThan(near(asked, other) + 0.2);
    expect((await embed({ model: "local/word-hash" })).body.usage.cost).toBe(0);
  });

  test("returns vectors of the requested length, and rejects input that it cannot read", async () => {
    expect((await vectors("Hello", { dimensions: 32 }))[0]).toHaveLength(32);
    const tooMany = await embed({ model: "local/word-hash", dimensions: 4096 });
    expect([tooMany.status, tooMany.body.error.message]).toEqual([400, expect.stringContaining("1024")]);
    const tokens = await embed({ model: "local/word-hash", input: [1, 2] });
    expect([tokens.status, tokens.body.error.message]).toEqual([400, expect.stringContaining("not tokens")]);
  });
});
