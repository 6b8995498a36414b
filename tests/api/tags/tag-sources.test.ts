import { beforeAll, describe, expect, test } from "vitest";
import { recordOf, until } from "#tests/pipeline/calling.ts";
import { connect } from "#tests/pipeline/websocket/connect.ts";
import { becomeOwner, join } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "cohere", "mistral"] });

let key: string;

beforeAll(async () => {
  ({ key } = await gateway.newKey({ name: "Tagged", tags: ["team:search", "team:search"] }));
});

const HEADERS = { "x-switchboard-tags": "env:prod, team:search" };
const TAGS = ["project:alpha", "env:prod"];
const MERGED = ["team:search", "env:prod", "project:alpha"];
const messages = [{ role: "user", content: "Hi" }];
const SOUND = wavOf(toneOf(0.5));
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A request of each operation, with its path. */
const REQUESTS: [string, string, object][] = [
  ["responses, native", "/responses", { model: "openai/gpt-5-mini", input: "Hi" }],
  ["responses, converted", "/responses", { model: "anthropic/claude-sonnet-4.5", input: "Hi" }],
  ["responses, local", "/responses", { model: "local/echo", input: "Hi" }],
  ["responses, a stream", "/responses", { model: "openai/gpt-5-mini", input: "Hi", stream: true }],
  ["messages, native", "/messages", { model: "anthropic/claude-sonnet-4.5", max_tokens: 50, messages }],
  ["messages, converted", "/messages", { model: "openai/gpt-5-mini", max_tokens: 50, messages }],
  ["chat, native", "/chat/completions", { model: "openai/gpt-4o-mini", messages }],
  ["chat, converted", "/chat/completions", { model: "google/gemini-2.5-flash", messages }],
  ["Gemini", "/gemini/models/google%2Fgemini-2.5-flash/generateContent", { contents: [{ parts: [{ text: "Hi" }] }] }],
  ["completions", "/completions", { model: "mistralai/codestral-2508", prompt: "Hi" }],
  ["embeddings", "/embeddings", { model: "openai/text-embedding-3-small", input: "Hi" }],
  ["rerank", "/rerank", { model: "cohere/rerank-v3.5", query: "Hi", documents: ["Hi", "Ho"] }],
  ["moderations", "/moderations", { model: "openai/omni-moderation-latest", input: "Hi" }],
  ["images", "/images", { model: "openai/gpt-image-1", prompt: "A cat" }],
  ["images in OpenAI's form", "/images/generations", { model: "openai/gpt-image-1", prompt: "A cat" }],
  ["image edits", "/images/edits", { model: "openai/gpt-image-1", prompt: "A cat", images: [{ image_url: PIXEL }] }],
  ["speech", "/audio/speech", { model: "openai/tts-1", input: "Hi", voice: "alloy" }],
  [
    "transcriptions",
    "/audio/transcriptions",
    { model: "openai/whisper-1", input_audio: { data: SOUND.toString("base64"), format: "wav" } },
  ],
];

describe("tags of the key, the header and the body", () => {
  test.each(REQUESTS)("are recorded and reach no provider: %s", async (_, path, body) => {
    const {
      status,
      headers,
      body: response,
    } = await gateway.call("POST", path, { ...body, tags: TAGS }, { key, headers: HEADERS });
    expect(status, JSON.stringify(response)).toBe(200);
    expect((await recordOf(gateway, headers)).tags).toEqual(MERGED);
    for (const { body: sent, headers: sentHeaders } of upstream.requests)
      expect(JSON.stringify([sent, sentHeaders])).not.toMatch(/tags|team:search|project:alpha/);
  });

  test("of a video are recorded once it has ended", async () => {
    const body = { model: "openai/sora-2", prompt: "A cat", seconds: "4", tags: TAGS };
    const { status, body: job } = await gateway.call("POST", "/videos", body, { key, headers: HEADERS });
    expect(status, JSON.stringify(job)).toBe(200);
    const found = await until(async () => {
      const { body: list } = await gateway.call(
        "GET",
        "/generations?tag=project:alpha,team:search&operation=createVideo",
      );
      return list.data[0];
    }, "the video's record");
    expect(found.tags).toEqual(MERGED);
    expect(JSON.stringify(upstream.requests)).not.toMatch(/team:search|project:alpha/);
  });

  test("of a WebSocket's event are recorded", async () => {
    const client = await connect(gateway, { key, headers: HEADERS });
    await client.turn({ type: "response.create", model: "openai/gpt-5-mini", input: "Hi", tags: ["socket"] });
    client.socket.close();
    const { body } = await gateway.call("GET", "/generations?tag=socket");
    expect(body.data).toMatchObject([{ tags: ["team:search", "env:prod", "socket"] }]);
    expect(JSON.stringify(upstream.requests.map(({ body: sent }) => sent))).not.toContain("socket");
  });

  test.each([
    [
      "a list, as SDKs send it",
      [
        ["tags[]", "project:alpha"],
        ["tags[]", "env:prod"],
      ],
    ],
    ["a text with commas", [["tags", "project:alpha, env:prod"]]],
  ])("of a form are recorded: %s", async (_, parts) => {
    const form = new FormData();
    form.set("file", new Blob([SOUND as BlobPart], { type: "audio/wav" }), "sound.wav");
    form.set("model", "openai/whisper-1");
    for (const [name, value] of parts as [string, string][]) form.append(name, value);
    const headers = { authorization: `Bearer ${key}`, ...HEADERS };
    const response = await fetch(`${gateway.url}/api/v1/audio/transcriptions`, { method: "POST", body: form, headers });
    expect(response.status).toBe(200);
    expect((await recordOf(gateway, response.headers)).tags).toEqual(MERGED);
    expect(Object.keys(upstream.requests[0]?.body as object)).not.toContain("tags");
  });

  test("of a rejected request are recorded", async () => {
    const sent = { model: "nobody/knows-it", input: "Hi", tags: TAGS };
    const { status, headers } = await gateway.call("POST", "/responses", sent, { key, headers: HEADERS });
    expect(status).toBe(404);
    expect(await recordOf(gateway, headers)).toMatchObject({ tags: MERGED, rejection: { reason: "unknown_model" } });
  });

  test("do not make a response cache miss", async () => {
    const body = { model: "local/echo", input: `Hi ${crypto.randomUUID()}`, cache: { ttl: 60 } };
    const first = await gateway.call("POST", "/responses", { ...body, tags: ["a"] }, { key });
    const second = await gateway.call("POST", "/responses", { ...body, tags: ["b"] }, { key });
    expect([first, second].map(({ headers }) => headers.get("x-cache"))).toEqual(["miss", "hit"]);
    expect((await recordOf(gateway, second.headers)).tags).toEqual(["team:search", "b"]);
  });
});

describe("invalid tags are a 400 that names the field, and reach no provider", () => {
  const many = Array.from({ length: 10 }, (_, index) => `t${index}`);
  test.each<[string, object, Record<string, string>, string]>([
    ["eleven tags", { tags: [...many, "more"] }, {}, "tags"],
    ["eleven with the key's", { tags: many }, {}, "tags"],
    ["200 characters", { tags: ["x".repeat(200)] }, {}, "tags[0]"],
    ["a comma", { tags: ["a", "b,c"] }, {}, "tags[1]"],
    ["other letters", { tags: ["naïve"] }, {}, "tags[0]"],
    ["a line break", { tags: ["a\r\nx-evil: 1"] }, {}, "tags[0]"],
    ["a text", { tags: "a" }, {}, "tags"],
    ["a malformed header", {}, { "x-switchboard-tags": "a, b c" }, "x-switchboard-tags"],
    ["eleven in the header", {}, { "x-switchboard-tags": many.join(",") }, "x-switchboard-tags"],
  ])("%s", async (name, body, headers, field) => {
    // The rejections of one key are counted together after the first twenty.
    const { key: own } = await gateway.newKey({ name, tags: ["team:search"] });
    for (const [path, request] of [
      ["/responses", { model: "openai/gpt-5-mini", input: "Hi" }],
      ["/messages", { model: "anthropic/claude-sonnet-4.5", max_tokens: 50, messages }],
      ["/chat/completions", { model: "openai/gpt-4o-mini", messages }],
      ["/embeddings", { model: "openai/text-embedding-3-small", input: "Hi" }],
      ["/images/generations", { model: "openai/gpt-image-1", prompt: "A cat" }],
      ["/gemini/models/google%2Fgemini-2.5-flash/generateContent", { contents: [{ parts: [{ text: "Hi" }] }] }],
    ] as const) {
      const response = await gateway.call("POST", path, { ...request, ...body }, { key: own, headers });
      expect([path, response.status]).toEqual([path, 400]);
      expect(JSON.stringify(response.body)).toContain(field);
      expect((await recordOf(gateway, response.headers)).tags).toContain("team:search");
    }
    expect(upstream.requests).toEqual([]);
  });
});

describe("tags of a key", () => {
  test("are set by its creator, and changed by an administrator only", async () => {
    const owner = await becomeOwner(gateway);
    const member = await join(gateway, owner, "member", "grace@example.com");
    const { status, body } = await member.call("POST", "/keys", { name: "Own", tags: ["team:search"] });
    expect([status, body.data.tags]).toEqual([201, ["team:search"]]);
    const path = `/keys/${body.data.hash}`;
    for (const tags of [[], null, ["team:ads"]]) expect((await member.call("PATCH", path, { tags })).status).toBe(403);
    expect((await owner.call("PATCH", path, { tags: ["team:ads"] })).body.data.tags).toEqual(["team:ads"]);
  });

  test("are kept when it is rotated, changed, and removed with null", async () => {
    const { key: secret, hash } = await gateway.newKey({ name: "Changing", tags: ["a"] });
    const tagsOf = async (used: string) => {
      const body = { model: "local/echo", input: "Hi" };
      return (await recordOf(gateway, (await gateway.call("POST", "/responses", body, { key: used })).headers)).tags;
    };
    expect(await tagsOf(secret)).toEqual(["a"]);
    const { body: rotated } = await gateway.call("POST", `/keys/${hash}/rotate`, {});
    expect(rotated.data.tags).toEqual(["a"]);
    expect(await tagsOf(rotated.key)).toEqual(["a"]);
    const path = `/keys/${rotated.data.hash}`;
    expect((await gateway.call("PATCH", path, { tags: ["b", "c", "b"] })).body.data.tags).toEqual(["b", "c"]);
    expect(await tagsOf(rotated.key)).toEqual(["b", "c"]);
    expect((await gateway.call("PATCH", path, { tags: null })).body.data.tags).toEqual([]);
    expect(await tagsOf(rotated.key)).toEqual([]);
    expect((await gateway.call("PATCH", path, { tags: ["d e"] })).status).toBe(400);
  });
});
