import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf } from "../calling.ts";

// `image/jpg` is no registered type, but clients and servers say it.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["anthropic", "google", "openai"],
  env: { VIDEO_POLL_MS: "100" },
});

const JPEG = Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(40)]).toString("base64");
const image = (media_type: string) => ({ type: "image", source: { type: "base64", media_type, data: JPEG } });
const URL = `data:image/jpg;base64,${JPEG}`;
const sent = () => upstream.requests.at(-1)?.body as Event;
const raw = () => upstream.requests.at(-1)?.raw.toString() ?? "";

const call = { type: "tool_use", id: "toolu_1", name: "look", input: {} };
const result = {
  type: "tool_result",
  tool_use_id: "toolu_1",
  content: [{ type: "text", text: "Here" }, image("image/jpg")],
};
const papers = { type: "document", source: { type: "content", content: [image("image/jpg")] } };

describe("a native request to Anthropic", () => {
  const ask = (messages: object[]) =>
    post(gateway, "messages", { model: "anthropic/claude-sonnet-4.5", max_tokens: 99, messages });

  test.each<[string, object[]]>([
    ["an image", [{ role: "user", content: [image("image/jpg"), { type: "text", text: "What is it?" }] }]],
    ["an image in another case", [{ role: "user", content: [image("IMAGE/JPG")] }]],
    ["an image in a document", [{ role: "user", content: [papers] }]],
    [
      "an image that a tool returned",
      [
        { role: "user", content: "Look" },
        { role: "assistant", content: [call] },
        { role: "user", content: [result] },
      ],
    ],
  ])("has the registered type of %s, with a note", async (_, messages) => {
    const { status, text, headers } = await ask(messages);
    expect(status, text).toBe(200);
    expect(sent().messages).toEqual(JSON.parse(JSON.stringify(messages).replace(/image\/jpg/gi, "image/jpeg")));
    expect((await recordOf(gateway, headers)).notes).toEqual(["messages: image/jpg sent as image/jpeg"]);
  });

  test("stays as it is with registered types", async () => {
    const messages = [{ role: "user", content: [image("image/jpeg")] }];
    const { headers } = await ask(messages);
    expect(sent().messages).toEqual(messages);
    expect((await recordOf(gateway, headers)).notes).toEqual([]);
  });

  test("is counted with registered types too", async () => {
    const body = { model: "anthropic/claude-sonnet-4.5", messages: [{ role: "user", content: [image("image/jpg")] }] };
    expect((await gateway.call("POST", "/messages/count_tokens", body)).status).toBe(200);
    expect(raw()).not.toContain("image/jpg");
  });
});

test("OpenAI, which takes it, gets it as it is", async () => {
  const content = [{ type: "image_url", image_url: { url: URL } }];
  await post(gateway, "chat", { model: "openai/gpt-4o-mini", messages: [{ role: "user", content }] });
  expect(sent().messages[0].content).toEqual(content);
});

test("Google gets the registered type of an image to embed", async () => {
  const input = [{ content: [{ type: "image_url", image_url: { url: URL } }] }];
  const { status } = await gateway.call("POST", "/embeddings", { model: "google/gemini-embedding-2", input });
  expect(status).toBe(200);
  expect(sent().requests[0].content.parts).toEqual([{ inlineData: { mimeType: "image/jpeg", data: JPEG } }]);
});

test("a video may begin with it", async () => {
  const frame_images = [{ type: "image_url", image_url: { url: URL }, frame_type: "first_frame" }];
  const body = { model: "google/veo-3.1-generate-preview", prompt: "A red fox", frame_images };
  const { status, body: started } = await gateway.call("POST", "/videos", body);
  expect(status, JSON.stringify(started)).toBe(200);
  const begun = upstream.requests.find(({ path }) => path.endsWith(":predictLongRunning"));
  expect(begun?.raw.toString()).toContain('"mimeType":"image/jpeg"');
});
