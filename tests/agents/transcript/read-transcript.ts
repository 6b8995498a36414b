import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { readChat } from "./chat.ts";
import { readGemini } from "./gemini.ts";
import { readMessages } from "./messages.ts";
import { readResponses } from "./responses.ts";
import type { Format, Json, Transcript } from "./transcript.ts";

const READERS: Record<Format, (body: Json) => Transcript> = {
  messages: readMessages,
  responses: readResponses,
  chat: readChat,
  gemini: readGemini,
};

/** Returns the format of a request for text, by its path; undefined for any other. */
export function formatOf({ method, path }: Pick<RecordedRequest, "method" | "path">): Format | undefined {
  if (method !== "POST") return undefined;
  if (/\/chat\/completions$/.test(path)) return "chat";
  if (/\/messages$/.test(path)) return "messages";
  if (/\/responses$/.test(path)) return "responses";
  return /:(streamGenerateContent|generateContent)$/.test(path) ? "gemini" : undefined;
}

export function readTranscript(format: Format, body: unknown): Transcript {
  return READERS[format]((body ?? {}) as Json);
}
