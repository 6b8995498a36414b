import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddingsRequest } from "#components/playground/embeddings/embeddings-request.ts";
import { type MediaRequest, mediaSamples } from "#components/playground/media/media-code.ts";
import { newDocument, rerankRequest } from "#components/playground/rerank/rerank-form.ts";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { type CodeFolder, openCodeFolder } from "./code-folder.ts";

// Characters that a shell, JavaScript or Python would take for something else.
const AWKWARD = `Don't stop: "it" is \\n $HOME \`fine\` $${"{x}"} ✓ 🎉`;

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

let gateway: TestGateway;
let code: CodeFolder;

beforeAll(async () => {
  gateway = await startGateway();
  code = await openCodeFolder((await gateway.newKey()).key);
});

afterAll(async () => {
  await code.remove();
  await gateway.stop();
});

function sampleOf(request: MediaRequest, id: string): string {
  return mediaSamples(request, gateway.url).find((sample) => sample.id === id)?.code ?? "";
}

describe.each(["curl", "fetch"])("by %s", (id) => {
  test("texts become vectors of the length asked for", async () => {
    const printed = await code.outputOf(id, sampleOf(EMBEDDINGS, id));
    expect(printed).toContain("local/word-hash");
    if (id === "curl") expect(JSON.parse(printed).data[1].embedding).toHaveLength(32);
  });

  test("documents come back ranked", async () => {
    const printed = await code.outputOf(id, sampleOf(RERANK, id));
    // The document that says what the query says, and no other.
    expect(printed.match(/index"?: ?\d/g)).toEqual([expect.stringMatching(/1$/)]);
  });
});

test("the openai package for Node prints the length of each vector", async () => {
  expect(await code.outputOf("openai-node", sampleOf(EMBEDDINGS, "openai-node"))).toBe("[ 32, 32 ]\n");
});

test("what the openai packages have no method for is not written for them", () => {
  expect(mediaSamples(RERANK, gateway.url).map(({ id }) => id)).toEqual(["curl", "fetch"]);
});

test("Python is given in extra_body what its package does not declare", () => {
  const request = { ...EMBEDDINGS, body: { ...EMBEDDINGS.body, input_type: "clustering" } };
  expect(sampleOf(request, "openai-python")).toMatch(
    /client\.embeddings\.create\([\s\S]*dimensions=32,[\s\S]*extra_body=\{\s*"input_type": "clustering"/,
  );
});
