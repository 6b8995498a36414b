import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "xai"] });

const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(37 * 1024 * 1024)]);
const BASE64 = PNG.toString("base64");
const same = (one: string, other: string) => one.length === other.length && one === other;

test("a 50 MB image in base64 is returned unchanged, whole and streamed", async () => {
  const event = { type: "image_generation.completed", b64_json: BASE64 };
  upstream.script({ times: 1, reply: { body: JSON.stringify({ data: [{ b64_json: BASE64 }] }) } });
  upstream.script({ times: 1, reply: { events: [event] } });
  const body = { model: "openai/gpt-image-2", prompt: "A" };
  const whole = await gateway.call("POST", "/images", body);
  expect(same(whole.body.data[0].b64_json, BASE64)).toBe(true);
  const streamed = await gateway.call("POST", "/images", { ...body, stream: true });
  const first = (streamed.body as string).slice("data: ".length, (streamed.body as string).indexOf("\n\n"));
  expect(same(JSON.parse(first).b64_json, BASE64)).toBe(true);
});

test("a 50 MB reference image is sent unchanged, in a form and in JSON", async () => {
  upstream.reset();
  upstream.script({
    match: ({ path }) => path.startsWith("/xai/"),
    reply: { body: '{"data":[{"b64_json":"iVBORw0KGgo="}]}' },
  });
  const references = { prompt: "A", input_references: [`data:image/png;base64,${BASE64}`] };
  for (const model of ["openai/gpt-image-2", "x-ai/grok-imagine-image"])
    expect((await gateway.call("POST", "/images", { model, ...references })).status).toBe(200);
  const [form, json] = upstream.requests.map(({ body }) => body) as [
    Record<string, { bytes: Buffer }>,
    { image: { url: string } },
  ];
  expect(form["image[]"]?.bytes.equals(PNG)).toBe(true);
  expect(same(json.image.url, `data:image/png;base64,${BASE64}`)).toBe(true);
});
