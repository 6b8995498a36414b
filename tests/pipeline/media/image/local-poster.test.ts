import { describe, expect, test } from "vitest";
import { posterSvg } from "#server/providers/local/video/poster.ts";
import { eventsIn } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const draw = (body: object = {}) =>
  gateway.call("POST", "/images", { model: "local/poster", prompt: "A lighthouse in the fog", ...body });
const bytesOf = (image: { b64_json: string }) => Buffer.from(image.b64_json, "base64");

describe("the local poster", () => {
  test("is a deterministic PNG of the requested size, at no cost", async () => {
    const { status, body } = await draw({ size: "640x360" });
    expect([status, body.error]).toEqual([200, undefined]);
    const png = bytesOf(body.data[0]);
    expect(png.subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([640, 360]);
    expect(body.usage.cost).toBe(0);
    expect((await draw({ size: "640x360" })).body.data[0].b64_json).toBe(body.data[0].b64_json);
    expect((await draw({ size: "640x360", seed: 1 })).body.data[0].b64_json).not.toBe(body.data[0].b64_json);
    expect((await draw({ size: "640x360", prompt: "Rain" })).body.data[0].b64_json).not.toBe(body.data[0].b64_json);
  });

  test.each([
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
    ["svg", "image/svg+xml"],
    ["png", "image/png"],
  ])("as %s", async (output_format, mediaType) => {
    const { body } = await draw({ output_format, size: "256x256" });
    expect(body.data[0].media_type).toBe(mediaType);
  });

  test("supports compression and a transparent background", async () => {
    const low = await draw({ output_format: "jpeg", output_compression: 5, size: "512x512" });
    const high = await draw({ output_format: "jpeg", output_compression: 95, size: "512x512" });
    expect(bytesOf(low.body.data[0]).length).toBeLessThan(bytesOf(high.body.data[0]).length / 2);
    const clear = bytesOf((await draw({ background: "transparent", size: "256x256" })).body.data[0]);
    // Color type 6 has an alpha channel.
    expect(clear[25]).toBe(6);
  });

  test("differs for each of several images", async () => {
    const { body } = await draw({ n: 3, size: "128x128" });
    expect(new Set(body.data.map(({ b64_json: image }: { b64_json: string }) => image)).size).toBe(3);
  });

  test("streams a partial image first", async () => {
    const { body } = await draw({ stream: true, size: "128x128" });
    const events = eventsIn(body);
    expect(events.map((event) => event.type ?? event)).toEqual([
      "image_generation.partial_image",
      "image_generation.partial_image",
      "image_generation.completed",
      "[DONE]",
    ]);
    expect(new Set(events.slice(0, 3).map(({ b64_json: image }) => image)).size).toBe(3);
  });

  test("is described in the catalogue, and accepts only its own images as references", async () => {
    const { body } = await gateway.call("GET", "/model/local/poster");
    expect(body.data.description).toContain("Not a generative model");
    const svg = bytesOf((await draw({ output_format: "svg" })).body.data[0]).toString();
    expect(svg).toContain("not a generative model");
    expect((await draw({ input_references: ["data:image/png;base64,iVBORw0KGgo="] })).status).toBe(400);
  });
});

test.each(["<script>alert(1)</script> & co", "\u0000\uFFFF\uD800 odd", "", "漢字だけ", "x".repeat(5000)])(
  "is well-formed SVG for any prompt: %j",
  (prompt) => {
    const svg = posterSvg({ width: 64, height: 64, prompt, seed: 0, isTransparent: false, done: 1 });
    expect(svg).not.toContain("<script");
    expect(svg.match(/<desc>([^<]*)<\/desc>/)?.[1]).not.toMatch(/&(?!amp;|lt;|gt;)/);
    expect([...svg].filter(cannotStandInXml)).toEqual([]);
  },
);

/** Control characters, lone surrogates and the two noncharacters (XML 1.0, section 2.2). */
function cannotStandInXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    (code < 0x20 && ![0x9, 0xa, 0xd].includes(code)) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xfffe && code <= 0xffff)
  );
}
