import type { LanguageModelV4 } from "@ai-sdk/provider";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import { withWarning } from "../requests/with-warning.ts";
import { SIGNATURE_PLACEHOLDER } from "./missing-signatures.ts";

const REJECTED = /thought[_ ]signature/i;
const WARNING = {
  type: "unsupported",
  feature: "thought signatures",
  details: `changed to ${SIGNATURE_PLACEHOLDER}, since Google rejected them`,
} as const;

/** Sends requests again without the signatures that Google rejects. One for each model. */
export type WithoutRejected = {
  fetch: typeof fetch;
  /** Returns a model that says so in a warning. */
  model(inner: LanguageModelV4): LanguageModelV4;
};

/**
 * The Gemini API and Vertex AI reject each other's signatures of thoughts
 * (https://github.com/BerriAI/litellm/issues/32140), and both reject what a client has changed
 * (https://github.com/google-gemini/gemini-cli/issues/13467): the conversation could never go on.
 */
export function withoutRejectedSignatures(send: typeof fetch): WithoutRejected {
  let isChanged = false;
  return {
    async fetch(input, init) {
      isChanged = false;
      const response = await send(input, init);
      const { body } = init ?? {};
      if (response.status !== 400 || typeof body !== "string" || !body.includes('"thoughtSignature"')) return response;
      if (!REJECTED.test(await response.clone().text())) return response;
      isChanged = true;
      await response.body?.cancel();
      return send(input, { ...init, body: withPlaceholders(body) });
    },
    model: (inner) => ({
      specificationVersion: inner.specificationVersion,
      provider: inner.provider,
      modelId: inner.modelId,
      supportedUrls: inner.supportedUrls,
      doGenerate: (options) => inner.doGenerate(options),
      async doStream(options) {
        const { stream, ...rest } = await inner.doStream(options);
        return { ...rest, stream: isChanged ? withWarning(stream, WARNING) : stream };
      },
    }),
  };
}

/** Returns a body with placeholders for the signatures of calls, and without the others. */
function withPlaceholders(sent: string): string {
  const body = block(tryParse(sent, parseJsonText));
  const contents = list(body.contents).map(block);
  const changed = contents.map((content) => ({
    ...content,
    parts: list(content.parts).map(block).flatMap(withoutSignature),
  }));
  body.contents = changed.filter(({ parts }) => parts.length > 0);
  return JSON.stringify(body);
}

function withoutSignature({ thoughtSignature, ...part }: Block): Block[] {
  if (thoughtSignature === undefined) return [part];
  if (part.functionCall !== undefined) return [{ ...part, thoughtSignature: SIGNATURE_PLACEHOLDER }];
  // An empty text only carries a signature, and would be rejected without it.
  return part.text === "" ? [] : [part];
}
