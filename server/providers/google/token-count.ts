import { pickFields, type TokenCount } from "../token-count.ts";

/** What of a request for content is input: https://ai.google.dev/api/tokens */
const COUNTED = ["contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "cachedContent"];

/** `contents` alone would leave out the system instruction and the tools. */
export const googleTokenCount: TokenCount = {
  request(url, body) {
    const [, model = ""] = /\/(models\/[^/]+):generateContent$/.exec(url) ?? [];
    return {
      url: url.replace(/:generateContent$/, ":countTokens"),
      body: { generateContentRequest: { model: decodeURIComponent(model), ...pickFields(body, COUNTED) } },
    };
  },
  field: "totalTokens",
};
