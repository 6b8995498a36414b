import { KEY_PLACEHOLDER } from "#lib/request-samples.ts";

type Target = {
  path: string;
  /** Placeholders for the texts of a request whose content is not stored. */
  texts: Record<string, unknown>;
};

const CHAT: Target = { path: "/chat/completions", texts: { messages: [{ role: "user", content: "…" }] } };
const SOUND = { input_audio: { data: "<base64>", format: "wav" } };

const TARGETS: Record<string, Target> = {
  createResponse: { path: "/responses", texts: { input: "…" } },
  compactResponse: { path: "/responses/compact", texts: { input: "…" } },
  createMessage: { path: "/messages", texts: CHAT.texts },
  createChatCompletion: CHAT,
  // Recorded as the chat requests that they were converted to.
  generateContent: CHAT,
  streamGenerateContent: CHAT,
  createCompletion: { path: "/completions", texts: { prompt: "…" } },
  createEmbeddings: { path: "/embeddings", texts: { input: "…" } },
  rerank: { path: "/rerank", texts: { query: "…", documents: ["…"] } },
  createModeration: { path: "/moderations", texts: { input: "…" } },
  createImage: { path: "/images", texts: { prompt: "…" } },
  createVideo: { path: "/videos", texts: { prompt: "…" } },
  createSpeech: { path: "/audio/speech", texts: { input: "…" } },
  createTranscription: { path: "/audio/transcriptions", texts: SOUND },
  createTranslation: { path: "/audio/translations", texts: SOUND },
};

type Replayed = {
  baseUrl: string;
  /** The generation's operation. */
  operation: string;
  model: string;
  /** The recorded settings; those that are not recorded have only their size. */
  parameters: Record<string, unknown>;
  /** The stored request body, if there is one. */
  body?: Record<string, unknown> | null;
};

/**
 * Returns a curl command that sends a request again, with a placeholder for the key, and for texts that are not stored;
 * undefined for an operation that curl cannot send.
 */
export function replayCurl({ baseUrl, operation, model, parameters, body }: Replayed): string | undefined {
  const target = TARGETS[operation];
  if (!target) return undefined;
  const sent = body ?? { model, ...target.texts, ...settingsIn(parameters) };
  return `curl ${baseUrl}${target.path} \\
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
