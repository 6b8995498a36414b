import { describe, expect, test } from "vitest";
import { embeddingsRequest } from "#components/playground/embeddings/embeddings-request.ts";
import { ANY_ABILITIES } from "#components/playground/image/image-abilities.ts";
import { imageBody, readForm } from "#components/playground/image/image-form.ts";
import { imageRequest } from "#components/playground/image/image-request.ts";
import { mediaSamples } from "#components/playground/media/media-code.ts";
import type { MediaRequest } from "#components/playground/media/media-request.ts";
import { newDocument, rerankRequest } from "#components/playground/rerank/rerank-form.ts";
import { AWKWARD, codeWorld, mediaSampleOf } from "./code-folder.ts";

const EMBEDDINGS = embeddingsRequest(
  "local/word-hash",
  { text: `${AWKWARD}\nHello`, dimensions: 32, encoding: "float", inputType: "" },
  undefined,
);
const RERANK = rerankRequest("local/word-overlap", {
  query: AWKWARD,
  documents: ["Hello", AWKWARD].map((text) => newDocument(text)),
  topN: 1,
});
const IMAGES = imageRequest(
  imageBody("local/poster", readForm({ prompt: AWKWARD, count: 2, size: "64x64", format: "webp" }), ANY_ABILITIES),
);
const SQUARE = imageRequest(
  imageBody("local/poster", readForm({ prompt: AWKWARD, resolution: "512", seed: 7 }), ANY_ABILITIES),
);

const world = codeWorld();

const sampleOf = (request: MediaRequest, id: string) => mediaSampleOf(world, request, id);

describe.each(["curl", "fetch"])("by %s", (id) => {
  test("texts become vectors of the requested length", async () => {
    const printed = await world.code.outputOf(id, sampleOf(EMBEDDINGS, id));
    expect(printed).toContain("local/word-hash");
    if (id === "curl") expect(JSON.parse(printed).data[1].embedding).toHaveLength(32);
  });

  test("documents are returned ranked", async () => {
    const printed = await world.code.outputOf(id, sampleOf(RERANK, id));
    // Only the document with the same words as the query.
    expect(printed.match(/index"?: ?\d/g)).toEqual([expect.stringMatching(/1$/)]);
  });

  test("images are returned as base64, in the requested size", async () => {
    const printed = await world.code.outputOf(id, sampleOf(SQUARE, id));
    expect(printed).toContain("image/png");
    if (id !== "curl") return;
    const png = Buffer.from(JSON.parse(printed).data[0].b64_json, "base64");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
  });
});

test("the openai package for Node prints the length of each vector", async () => {
  expect(await world.code.outputOf("openai-node", sampleOf(EMBEDDINGS, "openai-node"))).toBe("[ 32, 32 ]\n");
});

test("the openai package for Node saves each image, or reports each partial one", async () => {
  expect(await world.code.outputOf("openai-node", sampleOf(IMAGES, "openai-node"))).toBe(
    "image-1.webp\nimage-2.webp\n",
  );
  const file = await world.code.read("image-2.webp");
  expect([file.toString("latin1", 0, 4), file.toString("latin1", 8, 12)]).toEqual(["RIFF", "WEBP"]);
  const streamed = imageRequest({ ...IMAGES.body, n: 1, stream: true, partial_images: 1 });
  const lines = (await world.code.outputOf("openai-node", sampleOf(streamed, "openai-node"))).trim().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^image_generation\.partial_image \d+$/),
    expect.stringMatching(/^image_generation\.completed \d+$/),
  ]);
});

test("no code is shown for packages without a method", () => {
  for (const request of [RERANK, SQUARE]) {
    expect(mediaSamples(request, world.gateway.url).map(({ id }) => id)).toEqual(["curl", "fetch"]);
  }
});

test("Python passes undeclared fields in extra_body", () => {
  const request = { ...EMBEDDINGS, body: { ...EMBEDDINGS.body, input_type: "clustering" } };
  expect(sampleOf(request, "openai-python")).toMatch(
    /client\.embeddings\.create\([\s\S]*dimensions=32,[\s\S]*extra_body=\{\s*"input_type": "clustering"/,
  );
});
