import type { LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Usage } from "@ai-sdk/provider";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import type { Answer } from "./answer.ts";
import { turns } from "./bounded-input.ts";
import { textsOf } from "./prompt-text.ts";

export type Finished = Answer & { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage };

/** Applies the caller's limits to a response and counts its usage. */
export async function finish(response: Answer, options: LanguageModelV4CallOptions): Promise<Finished> {
  const uncut = untilStop(response.text ?? "", options.stopSequences ?? []);
  const text = await withinTokens(uncut, options.maxOutputTokens);
  const cut = text.length < uncut.length;
  const finished = response.text === undefined ? response : { ...response, text };
  return { ...finished, finishReason: reasonOf(response, cut), usage: await usageOf(finished, options) };
}

function reasonOf(response: Answer, cut: boolean): LanguageModelV4FinishReason {
  if (response.toolCall) return { unified: "tool-calls", raw: "tool_calls" };
  return cut ? { unified: "length", raw: "length" } : { unified: "stop", raw: "stop" };
}

function untilStop(text: string, sequences: string[]): string {
  const ends = sequences.filter((sequence) => sequence !== "").map((sequence) => text.indexOf(sequence));
  return text.slice(0, Math.min(text.length, ...ends.filter((end) => end >= 0)));
}

/** Returns the longest prefix of whole words within the limit, by binary search: the estimate grows with the text. */
async function withinTokens(text: string, limit: number | undefined): Promise<string> {
  if (limit === undefined || estimateTokens(text) <= limit) return text;
  const turn = turns();
  const pieces = wordPieces(text);
  let fits = 0;
  let tooMany = pieces.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (estimateTokens(pieces.slice(0, middle).join("")) <= limit) fits = middle;
    else tooMany = middle;
    await turn();
  }
  return pieces.slice(0, fits).join("");
}

/** Returns words with the whitespace after them; joined they are the text again. */
export function wordPieces(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** Returns our own estimate of the usage, which is the same for the same texts; files are not counted. */
async function usageOf(response: Answer, { prompt, tools }: LanguageModelV4CallOptions): Promise<LanguageModelV4Usage> {
  const toolTexts = tools?.length ? [JSON.stringify(tools)] : [];
  const input = await tokens([...prompt.flatMap(textsOf), ...toolTexts]);
  const reasoning = await tokens([response.reasoning ?? ""]);
  const text = await tokens([response.text ?? "", response.toolCall?.input ?? ""]);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: text + reasoning, text, reasoning },
  };
}

async function tokens(texts: string[]): Promise<number> {
  const turn = turns();
  let sum = 0;
  for (const text of texts) {
    sum += estimateTokens(text);
    await turn();
  }
  return sum;
}
