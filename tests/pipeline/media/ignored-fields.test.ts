import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { toneOf } from "#tests/support/wav.ts";
import { recordOf, until } from "../calling.ts";
import { speak } from "./audio/speaking.ts";
import { transcribe, transcribeForm } from "./audio/transcribing.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: { VIDEO_POLL_MS: "100" } });

const IMAGE = `data:image/png;base64,${pngOf(2, 2, [1, 2, 3]).toString("base64")}`;
const SOUND = toneOf(0.2);
const MODEL = "openai/gpt-image-2";
const cache = { ttl: 600 };
const post = (path: string, body: object) => gateway.call("POST", path, body);
const draw = (body: object) => post("/images", { model: MODEL, prompt: "A red cube", ...body });

type Answer = { status: number; headers: Headers };

test.each<[string, (body: { cache: object }) => Promise<Answer>]>([
  ["images", draw],
  ["streamed images", (body) => draw({ ...body, stream: true })],
  ["images for OpenAI's clients", (body) => post("/images/generations", { model: MODEL, prompt: "A cube", ...body })],
  [
    "edits of images",
    (body) => post("/images/edits", { model: MODEL, prompt: "A", images: [{ image_url: IMAGE }], ...body }),
  ],
  ["speech", (body) => speak(gateway, body)],
  ["transcription", (body) => transcribe(gateway, SOUND, body)],
  ["transcription of a form", (body) => transcribeForm(gateway, SOUND, { cache: JSON.stringify(body.cache) })],
  ["moderation", (body) => post("/moderations", { input: "hello", ...body })],
])("a request for %s says that its responses are not cached", async (_, ask) => {
  const { status, headers } = await ask({ cache });
  expect(status).toBe(200);
  expect(headers.get("x-cache")).toBe(null);
  expect((await recordOf(gateway, headers)).notes).toEqual(["cache: no effect"]);
  expect(upstream.requests[0]?.raw.toString()).not.toContain('"cache"');
});

test("a request for a video says so when it has ended", async () => {
  const begun = await post("/videos", { model: "openai/sora-2", prompt: "A red fox", cache });
  const isOver = async () => (await gateway.call("GET", `/videos/${begun.body.id}`)).body.status === "completed";
  await until(isOver, "the end of the job");
  expect((await recordOf(gateway, begun.headers)).notes).toEqual(["cache: no effect"]);
});

test("a cache that is turned off is not mentioned, and fields for text are", async () => {
  const { headers } = await draw({ cache: { ttl: 0 }, preset: "fast", plugins: [{ id: "web" }], seed: 7 });
  expect((await recordOf(gateway, headers)).notes).toEqual([
    "preset: no effect",
    "plugins: no effect",
    "seed: dropped (not supported by the model)",
  ]);
  expect(headers.get("x-dropped")).toBe("seed");
});

test("responses that are cached have no such note", async () => {
  const { headers } = await post("/embeddings", { model: "openai/text-embedding-3-small", input: "Good day", cache });
  expect(headers.get("x-cache")).toBe("miss");
  expect((await recordOf(gateway, headers)).notes).toEqual([]);
});
