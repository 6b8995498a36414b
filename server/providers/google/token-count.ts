import { pickFields, type TokenCount } from "../token-count.ts";

/** The fields of a content request that are input: https://ai.google.dev/api/tokens */
const COUNTED = ["contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "cachedContent"];

/** `contents` alone would omit the system instruction and the tools. */
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
