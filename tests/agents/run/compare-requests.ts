import { isDeepStrictEqual } from "node:util";
import type { PlayedRequest } from "../play.ts";
import { formatOf, readTranscript } from "../transcript/read-transcript.ts";
import { type Format, type Json, type Transcript, textOf } from "../transcript/transcript.ts";
import type { TappedRequest } from "./tap.ts";

/** Fields of our own endpoints that no upstream knows. */
const OWN_FIELDS = [
  ...["provider", "plugins", "models", "route", "session_id", "trace", "fallbacks", "cache", "preset", "transforms"],
  ...["stop_server_tools_when", "google_options", "debug"],
];

const CONVERSATION = ["messages", "system", "tools", "input", "instructions", "contents", "systemInstruction"];

/**
 * Compares a request of the conversation with what the agent sent: unchanged in the same format, with the same system
 * prompt and tools in another one, and without anything of the gateway's own.
 */
export function compareRequests(
  played: PlayedRequest,
  sent: TappedRequest | undefined,
  key: string,
  isConverted = false,
): string[] {
  const { request, format, transcript } = played;
  const body = request.body as Json;
  const problems = leaks(request.headers, body, key);
  if (!sent) return problems;
  const sentFormat = formatOfTapped(sent);
  if (!sentFormat) return problems;
  const own = readTranscript(sentFormat, sent.body);
  // Google's older clients name no calls.
  if (!hasNamelessResults(own) && resultOrder(own) !== resultOrder(transcript))
    problems.push(`results in the order ${resultOrder(transcript)}, sent as ${resultOrder(own)}`);
  // Google's form is never passed through: it is read as a chat request, and no tool may lose anything by that.
  if (sentFormat === format && format !== "gemini" && !isConverted) problems.push(...changes(sent.body as Json, body));
  else problems.push(...losses(own, transcript));
  return problems;
}

/** Returns the format of a request to the gateway; undefined if it is not for text. */
export function formatOfTapped({ method, path }: TappedRequest): Format | undefined {
  return formatOf({ method, path: path.replace(/\?.*/, "") });
}

function leaks(headers: Record<string, string>, body: Json, key: string): string[] {
  const problems = OWN_FIELDS.filter((name) => name in body).map((name) => `the upstream got the field ${name}`);
  if (`${JSON.stringify(headers)}${JSON.stringify(body)}`.includes(key)) problems.push("the upstream got our API key");
  return problems;
}

function changes(asSent: Json, received: Json): string[] {
  const sent: Json = { ...asSent, ...("input" in asSent && { input: resolveValue(asSent.input, received.input) }) };
  return CONVERSATION.filter((name) => !isDeepStrictEqual(sent[name], received[name])).map(
    (name) => `${name} was changed: ${firstDifference(sent[name], received[name], name)}`,
  );
}

/** Returns the items of a request; the gateway puts an item that it has stored in the place of a reference to it. */
function resolveValue(sent: unknown, received: unknown): unknown {
  if (!Array.isArray(sent) || !Array.isArray(received)) return sent;
  return (sent as Json[]).map((item) =>
    item.type === "item_reference" ? ((received as Json[]).find(({ id }) => id === item.id) ?? item) : item,
  );
}

function losses(sent: Transcript, received: Transcript): string[] {
  const problems: string[] = [];
  // A system message within the conversation becomes a user's where an upstream has no others.
  const system = `${textOf(received, "system")}\n${textOf(received, "user")}`;
  const lines = textOf(sent, "system").split("\n");
  const lost = lines.find((line) => line.trim() !== "" && !system.includes(line.trim()));
  if (lost !== undefined) problems.push(`the system prompt lost: ${lost.slice(0, 100)}`);
  const missing = sent.tools.filter((name) => !received.tools.includes(name));
  if (missing.length > 0) problems.push(`tools did not arrive: ${missing.join(", ")}`);
  return problems;
}

/** Agents send results as their tools finish, and no conversion may change that. */
function resultOrder({ turns }: Transcript): string {
  const parts = turns.flatMap((turn) => turn.parts);
  return parts.flatMap((part) => (part.type === "result" ? [part.id] : [])).join(", ");
}

function hasNamelessResults({ turns }: Transcript): boolean {
  return turns.some(({ parts }) => parts.some((part) => part.type === "result" && part.id === "undefined"));
}

/** Returns the path of the first value that differs, with both. */
function firstDifference(left: unknown, right: unknown, path: string): string {
  if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
      if (!isDeepStrictEqual(left[name], right[name]))
        return firstDifference(left[name], right[name], `${path}.${name}`);
  }
  return `${path}: ${JSON.stringify(left)?.slice(0, 100)} became ${JSON.stringify(right)?.slice(0, 100)}`;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
