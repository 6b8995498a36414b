import { expect, test } from "vitest";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { recordOf } from "../calling.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const { account, cloud, gateway } = sharedBedrock("us-west-2", [
  "stability.stable-image-core-v1:1",
  "stability.stable-image-ultra-v1:1",
  "stability.sd3-5-large-v1:0",
]);
const draw = (model: string, more: object = {}) =>
  gateway.call("POST", "/images", { model: `stabilityai/${model}`, prompt: "A red cube", ...more });
const sent = () => cloud.requests.map(({ raw }) => JSON.parse(raw.toString()));
const PNG = `data:image/png;base64,${pngOf(2, 2, [9, 9, 9]).toString("base64")}`;

test.each([
  ["stable-image-core", 40_000_000],
  ["stable-image-ultra", 140_000_000],
  ["stable-diffusion-3.5-large", 80_000_000],
])("%s draws an image, signed and charged by the image", async (model, cost) => {
  const { status, body, headers } = await draw(model, { aspect_ratio: "16:9", seed: 7, output_format: "jpeg" });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toMatchObject([{ media_type: "image/png" }]);
  expect(sent()).toEqual([
    { prompt: "A red cube", mode: "text-to-image", aspect_ratio: "16:9", seed: 7, output_format: "jpeg" },
  ]);
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ cost_nano_usd: cost, usage_estimated: false, unpriced_units: [] });
  expect(record.cost_proof.holds).toBe(true);
});

test("several images are as many requests", async () => {
  const { status, body, headers } = await draw("stable-image-core", { n: 2 });
  expect(status, JSON.stringify(body)).toBe(200);
  expect([body.data.length, cloud.requests.length]).toEqual([2, 2]);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(80_000_000);
});

test("Stable Diffusion changes an image, as much as its option says", async () => {
  const more = { input_references: [PNG], provider: { options: { "amazon-bedrock": { strength: 0.4 } } } };
  const { status, body } = await draw("stable-diffusion-3.5-large", more);
  expect(status, JSON.stringify(body)).toBe(200);
  const image = PNG.slice(PNG.indexOf(",") + 1);
  expect(sent()).toEqual([{ prompt: "A red cube", mode: "image-to-image", image, strength: 0.4 }]);
});

test("an input image keeps its aspect ratio", async () => {
  const more = { input_references: [PNG], aspect_ratio: "16:9" };
  const { status, body } = await draw("stable-diffusion-3.5-large", more);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(sent()[0]).toMatchObject({ strength: 0.75 });
  expect(sent()[0].aspect_ratio).toBeUndefined();
});

test("a model that only draws rejects an input image before it is called", async () => {
  const { status } = await draw("stable-image-core", { input_references: [PNG] });
  expect([status, cloud.requests.length]).toEqual([400, 0]);
});

test("a prompt that Bedrock filters in a successful response is an error of the request", async () => {
  const { status, body, headers } = await draw("stable-image-ultra", { prompt: "forbidden" });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining("Filter reason: prompt")]);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(0);
});

test("an API key draws too", async () => {
  const key = { region: account.region, api_key: account.apiKey };
  const { body: stored } = await gateway.call("POST", "/byok", { provider: "amazon-bedrock", key });
  const { status, body } = await draw("stable-image-core");
  await gateway.call("DELETE", `/byok/${stored.data.id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(cloud.requests[0]?.headers.authorization).toBe(`Bearer ${account.apiKey}`);
});
