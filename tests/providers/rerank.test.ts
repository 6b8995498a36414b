import { describe, expect, test } from "vitest";
import { providers } from "#server/providers/registry.ts";
import { providerInputType } from "#server/providers/requests/input-type.ts";
import { json, startRecorder } from "./recorder.ts";

const DOCUMENTS = ["hi", "it is a bear", "The giant panda is a bear species endemic to China."];
const results = [
  { index: 2, relevance_score: 0.98 },
  { index: 1, relevance_score: -3.2 },
];

async function rank(provider: string, reply: object) {
  await using server = await startRecorder(json(reply));
  const asked = {
    request: { model: "ignored", query: "What is panda?", documents: DOCUMENTS, top_n: 2 },
    model: "bge-reranker",
    credential: "",
    baseUrl: server.url,
    options: {},
    fetch,
    signal: AbortSignal.timeout(5000),
    load: () => Promise.reject(new Error("nothing to load")),
    loadResponseFile: () => Promise.reject(new Error("nothing to load")),
  };
  const answer = await providers.get(provider)?.rerank?.(asked);
  const [request] = server.requests;
  return { answer, request, body: JSON.parse(request?.body ?? "null") };
}

describe("self-hosted model servers", () => {
  const servers: [string, object, object | undefined][] = [
    [
      "vllm",
      {
        id: "rerank-fae51b2b664d4ed38f5969b612edff77",
        model: "bge-reranker",
        usage: { total_tokens: 56 },
        results: results.map((result) => ({ ...result, document: { text: "" } })),
      },
      { input_tokens: 56 },
    ],
    [
      "llamacpp",
      { model: "bge-reranker", object: "list", usage: { prompt_tokens: 21, total_tokens: 21 }, results },
      { input_tokens: 21 },
    ],
    [
      "infinity",
      { object: "rerank", results, model: "bge-reranker", usage: { prompt_tokens: 31, total_tokens: 31 } },
      { input_tokens: 31 },
    ],
    ["siliconflow", { id: "x", results, meta: { tokens: { input_tokens: 7, output_tokens: 0 } } }, { input_tokens: 7 }],
    ["openrouter", { model: "m", results, usage: { search_units: 1, cost: 0.002 } }, { search_units: 1 }],
    ["lmstudio", { data: results.map(({ index, relevance_score }) => ({ index, score: relevance_score })) }, undefined],
  ];

  test.each(servers)("%s is called in the common dialect and its own format is read", async (id, reply, usage) => {
    const { answer, request, body } = await rank(id, reply);
    expect(request).toMatchObject({ method: "POST", url: "/rerank" });
    expect(request?.headers.authorization).toBeUndefined();
    expect(body).toEqual({
      model: "bge-reranker",
      query: "What is panda?",
      documents: DOCUMENTS,
      top_n: 2,
      return_documents: false,
    });
    expect(answer?.usage).toEqual(usage);
    expect(answer?.result.ranking).toEqual([
      { index: 2, score: 0.98 },
      { index: 1, score: -3.2 },
    ]);
  });
});

describe("the purpose of an input", () => {
  const WORDS = { query: "QUERY", document: "DOCUMENT" } as const;
  const cases: [string | null | undefined, boolean, ReturnType<typeof providerInputType>][] = [
    [undefined, true, {}],
    [null, true, {}],
    ["search_query", true, { word: "QUERY" }],
    ["retrieval.passage", true, { word: "DOCUMENT" }],
    ["RETRIEVAL_QUERY", false, { word: "QUERY" }],
    ["QUERY", false, { word: "QUERY" }],
    ["new-word", true, { word: "new-word" }],
    ["new-word", false, { note: "input_type: dropped (the provider does not support new-word)" }],
    ["clustering", true, { note: "input_type: dropped (the provider does not support clustering)" }],
  ];
  test.each(cases)("%s", (given, isOpen, expected) => {
    expect(providerInputType(given, WORDS, isOpen)).toEqual(expected);
  });
});
