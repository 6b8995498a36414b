import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";

// Images of an OpenAI-compatible server that an administrator added.
const PNG = pngOf(2, 2, [9, 9, 9]);
const IMAGE = PNG.toString("base64");
const KEY = "key-of-acme-9f8e7d6c5b4a";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" } });

let made = 0;

async function add(fields: object = {}): Promise<string> {
  const slug = `acme-${++made}`;
  const { status, body } = await gateway.call("POST", "/providers/custom", {
    name: "Acme images",
    slug,
    base_url: `${upstream.url}/${slug}/v1`,
    api_key: KEY,
    models: [{ id: "flux-dev", output_modalities: ["image"], prices: { images: "0.04" } }],
    ...fields,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return slug;
}

const draw = (slug: string, body: object = {}) =>
  gateway.call("POST", "/images", { model: `${slug}/flux-dev`, prompt: "A red cube", ...body });
const last = () => upstream.requests.at(-1) as RecordedRequest;
const reply = (data: object[]) => upstream.script({ times: 1, reply: { body: JSON.stringify({ created: 1, data }) } });

test("an image is requested in OpenAI's form, with what the server may know, and priced by image", async () => {
  const slug = await add();
  reply([{ b64_json: IMAGE }, { b64_json: IMAGE }]);
  const options = { [slug]: { negative_prompt: "blur", num_inference_steps: 30 } };
  const { status, body, headers } = await draw(slug, { n: 2, size: "512x768", seed: 5, provider: { options } });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(last().path).toBe(`/${slug}/v1/images/generations`);
  expect(last().headers.authorization).toBe(`Bearer ${KEY}`);
  expect(last().body).toEqual({
    negative_prompt: "blur",
    num_inference_steps: 30,
    model: "flux-dev",
    prompt: "A red cube",
    n: 2,
    size: "512x768",
    seed: 5,
    response_format: "b64_json",
  });
  expect(body.data.map((one: { b64_json: string }) => one.b64_json)).toEqual([IMAGE, IMAGE]);
  const record = (await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`)).body.data;
  expect(record).toMatchObject({ total_cost: 0.08, provider_name: slug, cost_proof: { holds: true } });
  const listed = (await gateway.call("GET", "/images/models")).body.data.map(({ id }: { id: string }) => id);
  expect(listed).toContain(`${slug}/flux-dev`);
  const { endpoints } = (await gateway.call("GET", `/images/models/${slug}/flux-dev/endpoints`)).body;
  expect(endpoints).toMatchObject([{ provider_slug: slug, available: true, supports_streaming: false }]);
});

test("an input image goes to the server's edits as a form", async () => {
  const slug = await add();
  reply([{ b64_json: IMAGE }]);
  const { status, body } = await draw(slug, { input_references: [`data:image/png;base64,${IMAGE}`] });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(last().path).toBe(`/${slug}/v1/images/edits`);
  expect(last().headers["content-type"]).toMatch(/^multipart\/form-data/);
});

test("a URL in the response is loaded, unless it is private and not allowed", async () => {
  const slug = await add();
  reply([{ url: `${upstream.url}/files/cube.png` }]);
  upstream.script({
    match: ({ path }) => path === "/files/cube.png",
    reply: { headers: { "content-type": "image/png" }, body: PNG },
  });
  const { status, body } = await draw(slug);
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.data[0].b64_json).toBe(IMAGE);
  reply([{ url: "http://169.254.169.254/latest/meta-data" }]);
  const refused = await draw(slug);
  expect([refused.status, refused.body.error.message]).toEqual([
    502,
    expect.stringContaining("names a file that could not be loaded"),
  ]);
});

test("a model without a price for its images is unpriced", async () => {
  const slug = await add({ models: [{ id: "flux-dev", prices: { input_tokens: "1" } }] });
  const { status, body } = await draw(slug);
  expect([status, body.error.message]).toEqual([404, expect.stringMatching(/price/)]);
});
