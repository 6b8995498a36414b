import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Answer } from "./answer.ts";
import { bm25 } from "./bm25.ts";
import { turns } from "./bounded-input.ts";
import { lastUserText, textsOf } from "./prompt-text.ts";

/**
 * The maximum number of sentences in a response, and the length of a conversation's end that is searched, because the
 * event loop is shared.
 */
const longestAnswer = 3;
const longestInput = 100_000;

const nothingFound = "No sentence of the input matches your question. Put the text to search before your question.";

/**
 * Answers the user's last question with the most relevant sentences of the conversation (BM25), in their original
 * order. It is not a language model and adds no words of its own.
 */
export async function extract({ prompt }: LanguageModelV4CallOptions): Promise<Answer> {
  const question = questionOf(await sentences(lastUserText(prompt).slice(-longestInput)));
  const promptText = prompt
    .filter(({ role }) => role !== "assistant")
    .flatMap(textsOf)
    .join("\n");
  const candidates = [...new Set(await sentences(promptText.slice(-longestInput)))].filter(
    (sentence) => sentence !== question,
  );
  const found = await nearest(question, candidates);
  return { text: found.length > 0 ? found.join(" ") : nothingFound };
}

function questionOf(all: string[]): string {
  return all.findLast((sentence) => sentence.endsWith("?")) ?? all.at(-1) ?? "";
}

async function nearest(question: string, candidates: string[]): Promise<string[]> {
  const scores = await bm25(question, candidates);
  const ranked = candidates.map((sentence, index) => ({ sentence, index, score: scores[index] ?? 0 }));
  const best = ranked.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return best
    .slice(0, longestAnswer)
    .sort((one, other) => one.index - other.index)
    .map(({ sentence }) => sentence);
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Longer sentences are cut; texts without sentence ends would otherwise be one sentence. */
const longestLine = 10_000;

async function sentences(text: string): Promise<string[]> {
  const turn = turns();
  const found: string[] = [];
  for (const line of text.match(new RegExp(`[^\\n]{1,${longestLine}}`, "g")) ?? []) {
    for (const { segment } of segmenter.segment(line)) if (segment.trim() !== "") found.push(segment.trim());
    await turn();
  }
  return found;
}
