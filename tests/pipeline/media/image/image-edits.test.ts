import { describe, expect, test } from "vitest";
import { eventsIn, recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";

const PNG = pngOf(2, 2, [1, 2, 3]);
const MASK = pngOf(2, 2, [0, 0, 0]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>Hello</text></svg>';
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "google"], env: { MAX_BODY_BYTES: "1000000" } });

const given = { model: "openai/gpt-image-2", prompt: "Add a ship" };
const edit = (body: object, options?: Parameters<typeof gateway.call>[3]) =>
  gateway.call("POST", "/images/edits", { ...given, images: [{ image_url: dataUrl(PNG) }], ...body }, options);

type File = [part: string, bytes: Buffer | string, filename?: string];

async function editForm(files: readonly File[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...given, ...fields })) form.append(name, value);
  for (const [part, bytes, filename = "a.png"] of files) form.append(part, new Blob([bytes as BlobPart]), filename);
  const response = await fetch(`${gateway.url}/api/v1/images/edits`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.managementKey}` },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const sent = () => upstream.requests[0];
const sentForm = () =>
  new Response(new Uint8Array(sent()?.raw as Buffer), {
    headers: { "content-type": String(sent()?.headers["content-type"]) },
  }).formData();

async function filesSent(): Promise<[name: string, bytes: Buffer][]> {
  const files = [...(await sentForm())].filter((entry): entry is [string, globalThis.File] => entry[1] instanceof Blob);
  return Promise.all(
    files.map(async ([name, file]) => [name, Buffer.from(await file.arrayBuffer())] satisfies [string, Buffer]),
  );
}

describe("an edit", () => {
  test("in JSON sends its images, its mask and every field", async () => {
    const { status, body, headers } = await edit({
      images: [{ image_url: dataUrl(PNG) }, { image_url: dataUrl(MASK) }],
      mask: { image_url: dataUrl(MASK) },
      n: 2,
      size: "1024x1024",
      quality: "low",
      background: "opaque",
      output_format: "webp",
      output_compression: 80,
      moderation: "low",
    });
    expect(status).toBe(200);
    expect(sent()?.path).toMatch(/\/images\/edits$/);
    expect(await filesSent()).toEqual([
      ["image[]", PNG],
      ["image[]", MASK],
      ["mask", MASK],
    ]);
    const fields = Object.fromEntries([...(await sentForm())].filter(([, value]) => typeof value === "string"));
    expect(fields).toEqual({
      model: "gpt-image-2",
      prompt: "Add a ship",
      n: "2",
      size: "1024x1024",
      quality: "low",
      background: "opaque",
      output_format: "webp",
      output_compression: "80",
      moderation: "low",
    });
    expect(body.data).toHaveLength(2);
    expect(body).toMatchObject({ size: "1024x1024", quality: "low", output_format: "webp" });
    expect(await recordOf(gateway, headers)).toMatchObject({ api_type: "image", status: 200 });
  });

  test("in a form sends the same", async () => {
    const files: File[] = [
      ["image[]", PNG],
      ["image[]", MASK],
      ["mask", MASK, "mask.png"],
    ];
    const { status, text } = await editForm(files, { n: "2", quality: "low" });
    expect([status, JSON.parse(text).data.length]).toEqual([200, 2]);
    expect((await filesSent()).map(([name]) => name)).toEqual(["image[]", "image[]", "mask"]);
    expect((await sentForm()).get("n")).toBe("2");
  });

  test("is charged for text, input images and output images", async () => {
    const usage = {
      input_tokens: 1_300,
      input_tokens_details: { text_tokens: 100, image_tokens: 1_200 },
      output_tokens: 1_056,
      total_tokens: 2_356,
    };
    upstream.script({ reply: { body: JSON.stringify({ data: [{ b64_json: PNG.toString("base64") }], usage }) } });
    const { body, headers } = await edit({});
    // 100 at $5, 1,200 at $8 and 1,056 at $30 a million.
    expect(body.usage).toMatchObject({ input_tokens: 1_300, output_tokens: 1_056, cost: 0.04178 });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ cost_nano_usd: 41_780_000, usage_estimated: false, unpriced_units: [] });
    expect(record.cost_proof).toMatchObject({ holds: true });
  });

  test("streams partial images under their own names, then the image", async () => {
    const { text } = await editForm([["image", PNG]], { stream: "true", partial_images: "1" });
    const events = eventsIn(text);
    expect(events.map(({ type }) => type)).toEqual(["image_edit.partial_image", "image_edit.completed"]);
    expect(events[1].usage.cost).toBeGreaterThan(0);
  });

  test("that breaks off in a stream ends with an error event", async () => {
    upstream.script({ fault: { cutAfterEvents: 1 } });
    const { text, headers } = await editForm([["image", PNG]], { stream: "true" });
    expect(text).toContain("event: error\n");
    expect(text).not.toContain("image_edit.completed");
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 502 });
  });

  test("accepts a file of the workspace, and none of another", async () => {
    const form = new FormData();
    form.append("file", new Blob([PNG as BlobPart]), "a.png");
    const headers = { authorization: `Bearer ${gateway.managementKey}` };
    const stored = await fetch(`${gateway.url}/api/v1/files`, { method: "POST", headers, body: form });
    const { id } = (await stored.json()) as { id: string };
    expect((await edit({ images: [{ file_id: id }] })).status).toBe(200);
    expect(await filesSent()).toEqual([["image[]", PNG]]);
    expect((await edit({ images: [{ file_id: "file-sb-none" }] })).status).toBe(404);
  });

  test("goes to any model that accepts images", async () => {
    upstream.script({
      reply: {
        body: JSON.stringify({
          candidates: [
            { content: { parts: [{ inlineData: { mimeType: "image/png", data: PNG.toString("base64") } }] } },
          ],
          usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290, totalTokenCount: 1295 },
        }),
      },
    });
    const { status, body } = await edit({ model: "google/gemini-2.5-flash-image" });
    expect([status, body.data.length]).toEqual([200, 1]);
    expect(JSON.stringify(sent()?.body)).toContain(PNG.toString("base64"));
  });
});

describe("rejected with 400, with nothing sent:", () => {
  test.each<[string, object, RegExp]>([
    ["no image", { images: [] }, /images/],
    ["an image that is none", { images: [{ image_url: "data:text/plain;base64,QQ==" }] }, /images/],
    ["an image by address and by file", { images: [{ image_url: dataUrl(PNG), file_id: "f" }] }, /either/],
    ["a mask for a model without masks", maskFor("google/gemini-2.5-flash-image"), /does not support masks/],
    ["a private address", { images: [{ image_url: "http://127.0.0.1/a.png" }] }, /public address/],
    ["a transparent JPEG", { background: "transparent", output_format: "jpeg" }, /png or webp/],
    ["an image as a link", { response_format: "url" }, /b64_json/],
  ])("%s", async (_, body, message) => {
    const { status, body: answer } = await edit(body);
    expect([status, answer.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(upstream.requests).toHaveLength(0);
  });

  test.each<[string, readonly File[], Record<string, string>, RegExp]>([
    ["a form without an image", [], {}, /images/],
    ["a form with a text as an image", [["image", "Hello"]], {}, /image: must be a PNG, JPEG or WebP/],
    ["a form with an SVG", [["image", SVG, "a.png"]], {}, /must be a PNG, JPEG or WebP/],
    ["a form with a file of another name", [["picture", PNG]], {}, /picture must not be a file/],
    ["a form with 18 files", Array.from({ length: 18 }, () => ["image[]", PNG] as const) as File[], {}, /At most 17/],
    [
      "a form with two masks",
      [
        ["image", PNG],
        ["mask", PNG],
        ["mask", PNG],
      ],
      {},
      /mask: only one/,
    ],
    ["a form whose n is no number", [["image", PNG]], { n: "two" }, /n:/],
  ])("%s", async (_, files, fields, message) => {
    const { status, text } = await editForm(files, fields);
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(upstream.requests).toHaveLength(0);
  });

  test("images for a model that supports none, under the name of this endpoint's field", async () => {
    const images = [{ image_url: dataUrl(PNG) }];
    const request = { model: "local/poster", prompt: "Add a ship", images };
    const { status, body } = await gateway.call("POST", "/images/edits", request);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/(?<!_)images: the model supports none/)]);
  });

  test("a mask without images in POST /images", async () => {
    const { status, body } = await gateway.call("POST", "/images", { ...given, mask: dataUrl(MASK) });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/mask: only with input_references/)]);
  });
});

function maskFor(model: string) {
  return { model, mask: { image_url: dataUrl(MASK) } };
}

test("files larger than a body may be are a 413", async () => {
  const half = Buffer.concat([PNG, Buffer.alloc(600_000)]);
  const { status, text } = await editForm([
    ["image", half],
    ["image", half],
    ["image", half],
    ["image", half],
    ["image", half],
    ["image", half],
  ]);
  expect([status, JSON.parse(text).error.message]).toEqual([413, expect.stringMatching(/at most 1000000/)]);
  expect(upstream.requests).toHaveLength(0);
});

test("a rejected form is a row in the logs that names its model", async () => {
  const { key } = await gateway.newKey({ limit: 0.0001 });
  const { status, headers } = await edit({}, { key });
  expect(status).toBe(402);
  expect(await recordOf(gateway, headers)).toMatchObject({
    status: 402,
    requested_model: "openai/gpt-image-2",
    cost_nano_usd: 0,
  });
});

test("rules read the prompt, and images and masks that they cannot read are named", async () => {
  const { body } = await gateway.call("POST", "/guardrails", {
    name: "Edits",
    content_filters: [{ pattern: "ship", action: "redact", label: "Name" }],
  });
  const { key, hash } = await gateway.newKey({});
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  const { headers } = await edit({ mask: { image_url: dataUrl(MASK) } }, { key });
  expect((await sentForm()).get("prompt")).toBe("Add a [NAME_1]");
  expect((await recordOf(gateway, headers)).not_inspected).toEqual([
    "input_references[0].image_url.url (image/png)",
    "mask.image_url.url (image/png)",
  ]);
  await gateway.call("DELETE", `/guardrails/${body.data.id}`);
});
