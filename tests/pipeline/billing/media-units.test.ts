import { describe, expect, test } from "vitest";
import { USAGE_UNITS } from "#server/catalogue/units.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf, until } from "../calling.ts";
import { MEDIA, type MediaRow, ONE_WAY } from "./media-rows.ts";
import { TEXT_UNITS } from "./provider-prices.ts";

// What providers bill for sound, images, video, embeddings and ranking, each at a price calculated by hand.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "google", "cohere", "mistral", "black-forest-labs"],
  env: { VIDEO_POLL_MS: "100" },
});

/** The billed units, by form of the response. */
const billed = { whole: new Set<UsageUnit>(), streamed: new Set<UsageUnit>() };

async function expectBilled(headers: Headers, { how, nanoUsd, units }: Pick<MediaRow, "how" | "nanoUsd" | "units">) {
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ cost_nano_usd: nanoUsd, usage_estimated: false, unpriced_units: [] });
  expect(record.cost_proof).toMatchObject({ holds: true, reported_nano_usd: null });
  const lines: UsageUnit[] = record.cost_proof.lines.map(({ unit }: { unit: UsageUnit }) => unit);
  expect(lines).toEqual(units);
  for (const unit of lines) billed[how].add(unit);
}

describe.each(MEDIA)("$path, $how", ({ what, path, body, reply, ...row }) => {
  test(what, async () => {
    const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(reply) };
    if (row.events) upstream.script({ reply: { events: row.events } });
    else if (reply) upstream.script({ reply: json });
    const answer = await gateway.call("POST", path, body);
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
    const isStream = !answer.headers.get("content-type")?.startsWith("application/json");
    expect(isStream).toBe(row.how === "streamed");
    await expectBilled(answer.headers, row);
  });
});

// FLUX.2 Pro 0.015 an image and 0.015 a megapixel, rounded up.
test("megapixels", async () => {
  const json = (body: object) => ({ reply: { body: JSON.stringify(body) } });
  const task = { id: "t", polling_url: `${upstream.url}/black-forest-labs/get_result?id=t`, output_mp: 1.98 };
  upstream.script({ match: ({ method }) => method === "POST", ...json(task) });
  const ready = { status: "Ready", result: { sample: `${upstream.url}/sample.jpeg` } };
  upstream.script({ match: ({ path }) => path.endsWith("/get_result"), ...json(ready) });
  const jpeg = Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(40)]);
  upstream.script({ match: ({ path }) => path.endsWith("/sample.jpeg"), reply: { body: jpeg } });
  const response = await gateway.call("POST", "/images", {
    model: "black-forest-labs/flux-2-pro",
    prompt: "A red cube",
  });
  const nanoUsd = 15_000_000 + 2 * 15_000_000;
  await expectBilled(response.headers, { how: "whole", nanoUsd, units: ["images", "megapixels"] });
});

// Veo 3.1 Fast 0.12 a second at 1080p, 8 seconds.
test("video seconds", async () => {
  const body = { model: "google/veo-3.1-fast-generate-preview", prompt: "A red fox", resolution: "1080p" };
  const { status, headers, body: job } = await gateway.call("POST", "/videos", body);
  expect(status).toBe(200);
  await until(
    async () => (await gateway.call("GET", `/videos/${job.id}`)).body.status === "completed",
    "the video is made",
  );
  await expectBilled(headers, { how: "whole", nanoUsd: 960_000_000, units: ["seconds"] });
});

test("each unit of the catalogue is covered at a provider's price, whole and streamed", () => {
  // No source lists their prices: they are unpriced until an operator sets one.
  const unlisted = ["containers", "map_requests"];
  const priced = USAGE_UNITS.filter((unit) => !TEXT_UNITS.includes(unit) && !unlisted.includes(unit));
  const missing = priced.flatMap((unit) =>
    (["whole", "streamed"] as const)
      .filter((how) => !billed[how].has(unit) && ONE_WAY[unit]?.missing !== how)
      .map((how) => `${unit}, ${how}`),
  );
  expect(missing).toEqual([]);
});
