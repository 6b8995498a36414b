// Responses of Google as its documentation shows them, each as one event: https://ai.google.dev/api/generate-content

const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 6, totalTokenCount: 11 };

type Parts = readonly object[];

/** A response with these parts. `more`: further fields of its candidate. */
export function responseWith(parts: Parts, more: object = {}) {
  return {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0, ...more }],
    usageMetadata,
  };
}

/** What Google says alongside a grounded text. */
export function facts(text: string) {
  return {
    avgLogprobs: -0.25,
    safetyRatings: [{ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }],
    citationMetadata: { citationSources: [{ startIndex: 0, endIndex: 4, uri: "https://cited.example/" }] },
    urlContextMetadata: {
      urlMetadata: [{ retrievedUrl: "https://read.example/", urlRetrievalStatus: "URL_RETRIEVAL_STATUS_SUCCESS" }],
    },
    logprobsResult: { chosenCandidates: [{ token: text.slice(0, 4), logProbability: -0.25, tokenId: 5 }] },
    groundingMetadata: {
      searchEntryPoint: { renderedContent: "<div>chips</div>" },
      webSearchQueries: ["a query"],
      groundingChunks: [{ web: { uri: "https://found.example/", title: "found" } }],
      groundingSupports: [
        { segment: { endIndex: text.length, text }, groundingChunkIndices: [0], confidenceScores: [0.9] },
      ],
    },
  };
}

/** A usage with every detail. */
export const DETAILED_USAGE = {
  promptTokenCount: 5,
  candidatesTokenCount: 6,
  toolUsePromptTokenCount: 7,
  thoughtsTokenCount: 2,
  totalTokenCount: 20,
  promptTokensDetails: [{ modality: "TEXT", tokenCount: 5 }],
  toolUsePromptTokensDetails: [{ modality: "TEXT", tokenCount: 7 }],
  trafficType: "ON_DEMAND",
};

/** The parts of a response for which Google ran code. `code` and `output` are what it ran and what that printed. */
export function codeParts(code: string, output: string) {
  return [
    { text: "Let me run it." },
    { executableCode: { language: "PYTHON", code }, thoughtSignature: "c2lnbmVk" },
    { codeExecutionResult: { outcome: "OUTCOME_OK", output } },
    { text: "It is done." },
  ];
}

/** The response to a prompt that Google blocks. */
export const BLOCKED_PROMPT = {
  promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
  usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
};
