import type { Reply } from "../text/endpoint.ts";
import { wordPieces } from "../text/pieces.ts";

type Part = Record<string, unknown>;

/** Returns a whole generateContent response. */
export function responseOf(reply: Reply): object {
  const partsFor = (reply: Reply) => [
    ...thoughts(reply, [reply.answer.thinking]),
    ...unknownParts(reply),
    ...texts(reply, [reply.answer.text]),
    ...calls(reply),
  ];
  const id = reply.exchange.newId("", 23);
  const candidates = repliesOf(reply).map((one, index) => candidate(one, partsFor(one), true, index));
  return { candidates, ...usageKey(reply, true), ...ending(reply, id) };
}

/** Returns a reply for each candidate that the request wants; their texts end with their numbers. */
function repliesOf(reply: Reply): Reply[] {
  const { candidateCount: count = 1 } = (reply.body.generationConfig ?? {}) as { candidateCount?: number };
  const { answer } = reply;
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? reply : { ...reply, answer: { ...answer, text: answer.text && `${answer.text} (${at + 1})` } },
  );
}

/** Returns the chunks of a stream, of one candidate each, in turn. */
export function chunksOf(reply: Reply): object[] {
  const all = repliesOf(reply).map(candidateChunks);
  const longest = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => all.flatMap((chunks) => chunks[at] ?? [])).flat();
}

/** Returns a candidate's chunks: one part each; the last has the finish reason and the whole usage. */
function candidateChunks(reply: Reply, place: number): object[] {
  const { answer } = reply;
  const parts = [
    ...thoughts(reply, wordPieces(answer.thinking)),
    ...unknownParts(reply),
    ...texts(reply, wordPieces(answer.text)),
    ...calls(reply),
  ];
  const id = reply.exchange.newId("", 23);
  const shown = parts.length > 0 ? parts : [{ text: "" }];
  return shown.map((part, index) => {
    const isLast = index === shown.length - 1;
    return { candidates: [candidate(reply, [part], isLast, place)], ...usageKey(reply, isLast), ...ending(reply, id) };
  });
}

function thoughts({ answer }: Reply, pieces: string[]): Part[] {
  return answer.thinking ? pieces.map((text) => ({ text, thought: true })) : [];
}

function unknownParts({ exchange }: Reply): Part[] {
  return exchange.fault.unknownBlock ? [{ futurePart: { new: true } }] : [];
}

/** After thoughts, the last part of the text carries their signature. */
function texts(reply: Reply, pieces: string[]): Part[] {
  if (!reply.answer.text) return [];
  return pieces.map((text, index) => ({ text, ...(index === pieces.length - 1 && signature(reply)) }));
}

/** Calls come whole; the first carries the signature that must come back with the result. */
function calls(reply: Reply): Part[] {
  return reply.answer.toolCalls.map((call, index) => ({
    functionCall: { name: call.name, args: call.arguments, id: call.id ?? reply.exchange.newId("", 8) },
    ...(index === 0 && signature(reply, call.name)),
  }));
}

function signature({ answer }: Reply, subject = ""): Part {
  const signed = answer.thinking || subject;
  return signed ? { thoughtSignature: Buffer.from(`signed ${signed}`).toString("base64") } : {};
}

function candidate(reply: Reply, parts: Part[], isLast: boolean, index: number): object {
  const { search, text, finish } = reply.answer;
  const grounding = search && {
    webSearchQueries: [search.query],
    searchEntryPoint: { renderedContent: "<div></div>" },
    groundingChunks: [{ web: { uri: search.url, title: search.title } }],
    groundingSupports: [{ segment: { startIndex: 0, endIndex: text.length, text }, groundingChunkIndices: [0] }],
  };
  const reasons = { stop: "STOP", tool: "STOP", pause: "STOP", length: "MAX_TOKENS", filter: "SAFETY" };
  return {
    content: { parts, role: "model" },
    ...(isLast && { finishReason: reasons[finish] }),
    index,
    ...(isLast && grounding && { groundingMetadata: grounding }),
  };
}

/** `candidatesTokenCount` excludes thoughts, unlike every other provider's output count. */
function usageKey({ usage, body }: Reply, isLast: boolean): object {
  if (!usage) return {};
  const { candidateCount: count = 1 } = (body.generationConfig ?? {}) as { candidateCount?: number };
  const output = (usage.outputTokens - usage.reasoningTokens) * count;
  const before = { promptTokenCount: usage.inputTokens, totalTokenCount: usage.inputTokens };
  const cached = usage.cacheReadTokens > 0 ? { cachedContentTokenCount: usage.cacheReadTokens } : {};
  const details = { promptTokensDetails: [{ modality: "TEXT", tokenCount: usage.inputTokens }] };
  if (!isLast) return { usageMetadata: { ...before, ...cached, ...details } };
  const thoughts = usage.reasoningTokens > 0 ? { thoughtsTokenCount: usage.reasoningTokens } : {};
  const total = usage.inputTokens + output + usage.reasoningTokens;
  return {
    usageMetadata: {
      ...before,
      candidatesTokenCount: output,
      totalTokenCount: total,
      ...cached,
      ...details,
      ...thoughts,
    },
  };
}

function ending({ ask }: Reply, responseId: string): object {
  return { modelVersion: ask.model, responseId };
}
