import { expect, test } from "vitest";
import { USAGE_UNITS } from "#server/catalogue/units.ts";
import type { UsageUnit } from "#server/providers/usage.ts";
import { sharedGateway } from "#tests/support/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/shared-upstream.ts";
import { toneOf } from "#tests/support/wav.ts";
import { recordOf } from "../calling.ts";
import { TEXT_UNITS } from "./vendor-prices.ts";

// The units that no text model is billed by, each at a vendor's price computed by hand.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "google", "cohere", "black-forest-labs"],
});

const speech = { model: "openai/tts-1", input: "Good morning" };
const sound = { input_audio: { data: toneOf(0.1).toString("base64"), format: "wav" } };
const prompt = "A red cube";

type Row = [what: string, path: string, body: object, reply: object | undefined, cost: number, units: UsageUnit[]];

// tts-1 15 USD a million characters, whisper-1 0.006 a minute, gpt-image-2 5, 8 and 30 a million tokens of text, images and
// drawings, Imagen 4 Fast 0.02 an image, rerank-3.5 0.002 a search.
const ROWS: Row[] = [
  ["characters", "/audio/speech", speech, undefined, 12 * 15_000, ["characters"]],
  [
    ...(["seconds", "/audio/transcriptions", { model: "openai/whisper-1", ...sound }] as const),
    { text: "Hello", usage: { type: "duration", seconds: 37 } },
    37 * 100_000,
    ["seconds"],
  ],
  [
    ...(["tokens of images", "/images", { model: "openai/gpt-image-2", prompt }] as const),
    {
      data: [{ b64_json: "iVBORw0KGgo=" }],
      usage: {
        ...{ input_tokens: 300, input_tokens_details: { text_tokens: 100, image_tokens: 200 } },
        ...{ output_tokens: 1056, total_tokens: 1356 },
      },
    },
    100 * 5_000 + 200 * 8_000 + 1056 * 30_000,
    ["input_tokens", "input_image_tokens", "output_image_tokens"],
  ],
  [
    ...(["images", "/images", { model: "google/imagen-4.0-fast-generate-001", prompt }] as const),
    { predictions: [{ mimeType: "image/png", bytesBase64Encoded: "iVBORw0KGgo=" }] },
    20_000_000,
    ["images"],
  ],
  [
    ...([
      "searches of a reranker",
      "/rerank",
      { model: "cohere/rerank-v3.5", query: "a", documents: ["b", "c"] },
    ] as const),
    { id: "r", results: [{ index: 0, relevance_score: 1 }], meta: { billed_units: { search_units: 3 } } },
    6_000_000,
    ["search_units"],
  ],
];

test.each(ROWS)("%s", async (_, path, body, reply, nanoUsd, units) => {
  if (reply)
    upstream.script({ reply: { headers: { "content-type": "application/json" }, body: JSON.stringify(reply) } });
  const answer = await gateway.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
  const record = await recordOf(gateway, answer.headers);
  expect(record).toMatchObject({ cost_nano_usd: nanoUsd, usage_estimated: false, unpriced_units: [] });
  expect(record.cost_proof).toMatchObject({ holds: true, reported_nano_usd: null });
  expect(record.cost_proof.lines.map(({ unit }: { unit: string }) => unit)).toEqual(units);
});

// FLUX.2 Pro 0.015 an image and 0.015 a megapixel of it, counted up.
test("megapixels", async () => {
  const json = (body: object) => ({ reply: { body: JSON.stringify(body) } });
  const task = { id: "t", polling_url: `${upstream.url}/black-forest-labs/get_result?id=t`, output_mp: 1.98 };
  upstream.script({ match: ({ method }) => method === "POST", ...json(task) });
  const ready = { status: "Ready", result: { sample: `${upstream.url}/sample.jpeg` } };
  upstream.script({ match: ({ path }) => path.endsWith("/get_result"), ...json(ready) });
  const jpeg = Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(40)]);
  upstream.script({ match: ({ path }) => path.endsWith("/sample.jpeg"), reply: { body: jpeg } });
  const answer = await gateway.call("POST", "/images", { model: "black-forest-labs/flux-2-pro", prompt });
  const record = await recordOf(gateway, answer.headers);
  expect(record).toMatchObject({ cost_nano_usd: 15_000_000 + 2 * 15_000_000, unpriced_units: [] });
  expect(record.cost_proof.lines.map(({ unit }: { unit: string }) => unit)).toEqual(["images", "megapixels"]);
});

test("no unit of the catalogue is without a vendor's price", () => {
  const media = ROWS.flatMap(([, , , , , units]) => units);
  expect([...new Set<UsageUnit>([...TEXT_UNITS, ...media, "megapixels"])].sort()).toEqual(USAGE_UNITS.toSorted());
});
