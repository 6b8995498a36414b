import OpenAI, { toFile } from "openai";
import sharp, { type PngOptions } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { setPrice } from "#tests/support/set-price.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { recordOf } from "../calling.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const [INPAINT, ERASE] = ["us.stability.stable-image-inpaint-v1:0", "us.stability.stable-image-erase-object-v1:0"];
const { cloud, gateway } = sharedBedrock("us-east-1", [INPAINT, ERASE]);
const IMAGE = pngOf(4, 1, [9, 9, 9]);
const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString("base64")}`;

/** A mask of four pixels with these alphas, whose colors say nothing. */
const maskOf = (alphas: number[], options: PngOptions = {}) => {
  const raw = Buffer.from(alphas.flatMap((alpha) => [200, 30, 30, alpha]));
  return sharp(raw, { raw: { width: alphas.length, height: 1, channels: 4 } })
    .png(options)
    .toBuffer();
};
const edit = (model: string, more: object = {}) =>
  gateway.call("POST", "/images", {
    model: `stabilityai/${model}`,
    prompt: "A red cube",
    input_references: [dataUrl(IMAGE)],
    ...more,
  });
const sent = () => JSON.parse(String(cloud.requests.at(-1)?.raw));
const sentMask = async () => [...(await sharp(Buffer.from(sent().mask, "base64")).extractChannel(0).raw().toBuffer())];

beforeAll(async () => {
  for (const model of ["inpaint", "erase-object"])
    await setPrice(gateway, {
      model_endpoint: `stabilityai/stable-image-${model}@amazon-bedrock:us`,
      unit: "images",
      nano_usd_per_million: 60_000_000_000_000,
    });
});

test("a mask shows white where it was transparent", async () => {
  const { status, body, headers } = await edit("stable-image-inpaint", {
    mask: dataUrl(await maskOf([0, 255, 128, 0])),
    seed: 7,
    output_format: "webp",
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(cloud.requests.map(({ path }) => path)).toEqual([`/model/${encodeURIComponent(INPAINT)}/invoke`]);
  const { mask: _, ...rest } = sent();
  expect(rest).toEqual({ prompt: "A red cube", image: IMAGE.toString("base64"), seed: 7, output_format: "webp" });
  expect(await sentMask()).toEqual([255, 0, 127, 255]);
  expect(await recordOf(gateway, headers)).toMatchObject({ cost_nano_usd: 60_000_000, unpriced_units: [] });
});

test("a mask with a palette is read too", async () => {
  const { status } = await edit("stable-image-inpaint", { mask: dataUrl(await maskOf([0, 255], { palette: true })) });
  expect([status, await sentMask()]).toEqual([200, [255, 0]]);
});

test("an object is erased without a prompt, and the response says so", async () => {
  const { status, body, headers } = await edit("stable-image-erase-object", {
    mask: dataUrl(await maskOf([0, 255])),
    provider: { options: { "amazon-bedrock": { grow_mask: 8 } } },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(Object.keys(sent()).sort()).toEqual(["grow_mask", "image", "mask"]);
  expect(headers.get("x-dropped")).toBe("prompt");
});

test("without a mask, the transparency of the image shows where to edit", async () => {
  const { status } = await edit("stable-image-inpaint");
  expect([status, Object.keys(sent()).sort()]).toEqual([200, ["image", "prompt"]]);
});

test("OpenAI's client edits with a mask", async () => {
  const { key } = await gateway.newKey();
  const client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });
  const { data } = await client.images.edit({
    model: "stabilityai/stable-image-inpaint",
    prompt: "A red cube",
    image: await toFile(IMAGE, "image.png", { type: "image/png" }),
    mask: await toFile(await maskOf([255, 0]), "mask.png", { type: "image/png" }),
  });
  expect(data?.[0]?.b64_json).toMatch(/^iVBOR/);
  expect(await sentMask()).toEqual([0, 255]);
});

describe("is a 400 before Bedrock is called", () => {
  test.each([
    [
      "a mask without transparent areas",
      () => edit("stable-image-inpaint", { mask: dataUrl(IMAGE) }),
      "transparent areas",
    ],
    [
      "a mask that cannot be read",
      () => edit("stable-image-inpaint", { mask: dataUrl(IMAGE.subarray(0, 40)) }),
      "must be a PNG",
    ],
    ["a request without an image", () => edit("stable-image-inpaint", { input_references: [] }), "needs an image"],
    [
      "a mask for a model without masks, which says where to find others",
      async () => edit("stable-diffusion-3.5-large", { mask: dataUrl(await maskOf([0])) }),
      "`GET /images/models` lists those that do",
    ],
  ])("%s", async (_what, request, message) => {
    const { status, body } = await request();
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(cloud.requests).toEqual([]);
  });
});

test("the models that take masks say so", async () => {
  const { body } = await gateway.call("GET", "/images/models");
  const withMask = body.data.filter((one: { supported_parameters: object }) => "mask" in one.supported_parameters);
  const ids = withMask.map(({ id }: { id: string }) => id);
  expect(ids).toContain("stabilityai/stable-image-inpaint");
  expect(ids).not.toContain("stabilityai/stable-image-core");
});
