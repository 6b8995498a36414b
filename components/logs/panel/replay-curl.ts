import { KEY_PLACEHOLDER } from "#lib/request-samples.ts";

const PATHS: Record<string, string> = {
  responses: "/responses",
  messages: "/messages",
  chat: "/chat/completions",
  embeddings: "/embeddings",
  rerank: "/rerank",
  moderation: "/moderations",
  image: "/images",
  video: "/videos",
  tts: "/audio/speech",
  stt: "/audio/transcriptions",
};

/** Placeholders for the texts of a request whose content is not stored. */
const PLACEHOLDERS: Record<string, Record<string, unknown>> = {
  responses: { input: "…" },
  messages: { messages: [{ role: "user", content: "…" }] },
  chat: { messages: [{ role: "user", content: "…" }] },
  embeddings: { input: "…" },
  rerank: { query: "…", documents: ["…"] },
  moderation: { input: "…" },
  image: { prompt: "…" },
  video: { prompt: "…" },
  tts: { input: "…" },
  stt: { input_audio: { data: "<base64>", format: "wav" } },
};

type Replayed = {
  baseUrl: string;
  /** The dialect of a text request, otherwise the generation's `api_type`. */
  kind: string;
  model: string;
  /** The recorded settings; those that are not recorded have only their size. */
  parameters: Record<string, unknown>;
  /** The stored request body, if there is one. */
  body?: Record<string, unknown> | null;
};

/**
 * Returns a curl command that sends a request again, with a placeholder for the key, and for texts that are not stored;
 * undefined for a kind of request that curl cannot send.
 */
export function replayCurl({ baseUrl, kind, model, parameters, body }: Replayed): string | undefined {
  const path = PATHS[kind];
  if (!path) return undefined;
  const sent = body ?? { model, ...PLACEHOLDERS[kind], ...settingsIn(parameters) };
  return `curl ${baseUrl}${path} \\
  -H "Authorization: Bearer ${KEY_PLACEHOLDER}" \\
  -H "Content-Type: application/json" \\
  -d ${quote(JSON.stringify({ ...sent, model }, null, 2))}`;
}

/** Returns the settings whose values are recorded, without those within an object of which a part is not. */
function settingsIn(parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => isWhole(value)));
}

function isWhole(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  if ("items" in value || "characters" in value) return false;
  return Object.values(value).every(isWhole);
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
