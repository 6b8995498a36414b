import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const VEO = "google/veo-3.1-generate-preview";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PNG = Buffer.from(PIXEL, "base64");
const image = { bytesBase64Encoded: PIXEL, mimeType: "image/png" };

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"], env: { VIDEO_POLL_MS: "100" } });

async function post(body: FormData) {
  const headers = { authorization: `Bearer ${gateway.managementKey}` };
  const response = await fetch(`${gateway.url}/api/v1/videos`, { method: "POST", headers, body });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

function form(fields: Record<string, string | Blob>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries({ model: VEO, prompt: "A red fox", ...fields })) made.append(name, value);
  return made;
}

const posted = () => upstream.requests.filter(({ method }) => method === "POST");
const sent = () => posted()[0]?.body as { instances: object[]; parameters: object };
const file = (content: string | Buffer, name = "image.png") => new File([new Uint8Array(Buffer.from(content))], name);

describe("a form", () => {
  test("requests a video like JSON and returns OpenAI's format", async () => {
    const { status, body } = await post(
      form({ seconds: "4", size: "720x1280", seed: "7", input_reference: file(PNG) }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "video",
      status: "queued",
      progress: 0,
      error: null,
      model: VEO,
      seconds: "4",
      size: "720x1280",
      polling_url: `/api/v1/videos/${body.id}`,
    });
    expect(sent()).toEqual({
      instances: [{ prompt: "A red fox", image }],
      parameters: { aspectRatio: "9:16", resolution: "720p", durationSeconds: 4, seed: 7 },
    });
    // Clients that do not identify as OpenAI's get the job in the API's own format.
    const job = await gateway.call("GET", `/videos/${body.id}`);
    expect(job.body).toMatchObject({ id: body.id, status: expect.stringMatching(/^(pending|in_progress|completed)$/) });
    expect(job.body.object).toBeUndefined();
  });

  test("also accepts the API's own fields", async () => {
    const reference = { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } };
    const own = { duration: "8", resolution: "1080p", input_references: JSON.stringify([reference]) };
    expect((await post(form({ ...own, generate_audio: "true" }))).status).toBe(200);
    expect(sent()).toMatchObject({
      instances: [{ referenceImages: [{ image, referenceType: "asset" }] }],
      parameters: { resolution: "1080p", durationSeconds: 8 },
    });
  });

  const wrong: [string, Record<string, string | Blob>, number, RegExp][] = [
    ["no prompt", { prompt: "" }, 400, /prompt/],
    ["seconds that are no number", { seconds: "four" }, 400, /seconds/],
    ["half a second", { seconds: "0.5" }, 400, /seconds/],
    ["a duration that is no number", { duration: "long" }, 400, /duration/],
    ["seconds against the duration", { seconds: "4", duration: "8" }, 400, /seconds: 4 contradicts the duration 8/],
    ["a text for an image", { input_reference: file("a text", "fox.png") }, 400, /PNG, JPEG or WebP/],
    ["no file", { input_reference: "fox.png" }, 400, /needs a filename/],
    ["an image in another part", { image: file(PNG) }, 400, /The part named image must not be a file/],
    ["an image that is too large", { input_reference: file(Buffer.alloc(21 * 1024 * 1024)) }, 413, /too large/],
    ["a provider that is no JSON", { provider: "google" }, 400, /provider: must be JSON/],
    ["a prompt that is too long", { prompt: "fox ".repeat(200_000) }, 400, /prompt is too long/],
    ["a file that is not there", { "input_reference[file_id]": "file-sb-none" }, 404, /No such file/],
  ];
  test.each(wrong)("with %s is rejected, and nothing is sent", async (_, fields, status, message) => {
    const response = await post(form(fields));
    expect({ status: response.status, message: response.body.error.message }).toEqual({
      status,
      message: expect.stringMatching(message),
    });
    expect(posted()).toHaveLength(0);
  });
});

describe("JSON with OpenAI's field names", () => {
  const begin = (body: object) => gateway.call("POST", "/videos", { model: VEO, prompt: "A red fox", ...body });

  test.each([4, "4"])("seconds: %o sets the duration", async (seconds) => {
    const { status, body } = await begin({ seconds });
    expect([status, body.status]).toEqual([200, "pending"]);
    expect(sent().parameters).toMatchObject({ durationSeconds: 4 });
  });

  test("input_reference is the first frame: by URL or by the ID of a stored file", async () => {
    const upload = new FormData();
    upload.append("file", file(PNG));
    const headers = { authorization: `Bearer ${gateway.managementKey}` };
    const kept = await fetch(`${gateway.url}/api/v1/files`, { method: "POST", headers, body: upload });
    const { id } = JSON.parse(await kept.text());
    for (const input_reference of [{ image_url: `data:image/png;base64,${PIXEL}` }, { file_id: id }]) {
      upstream.reset();
      expect((await begin({ input_reference })).status).toBe(200);
      expect(sent().instances).toEqual([{ prompt: "A red fox", image }]);
    }
  });

  test("a file of another workspace is not found", async () => {
    const upload = new FormData();
    upload.append("file", file(PNG));
    await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
    const headers = { authorization: `Bearer ${gateway.managementKey}` };
    const url = `${gateway.url}/api/v1/files?workspace_id=other`;
    const { id } = JSON.parse(await (await fetch(url, { method: "POST", headers, body: upload })).text());
    expect((await begin({ input_reference: { file_id: id } })).status).toBe(404);
    expect(posted()).toHaveLength(0);
  });

  test("the first frame may be set only once", async () => {
    const url = `data:image/png;base64,${PIXEL}`;
    const frame_images = [{ type: "image_url", image_url: { url }, frame_type: "first_frame" }];
    const { status, body } = await begin({ input_reference: { image_url: url }, frame_images });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("already has a first frame")]);
  });
});
