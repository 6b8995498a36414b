import type { Json } from "../read-json.ts";
import type { Dialect } from "../result/answer.ts";
import { type RequestSource, requestBody } from "../text/code/request-body.ts";
import { curlCode, fetchCode } from "./code-http.ts";
import { anthropicNode, openaiNode } from "./code-node.ts";
import { anthropicPython, openaiPython } from "./code-python.ts";

export type CodeSample = { id: string; label: string; code: string };

/** Returns code for a task that takes several requests. `origin` is such as `https://gateway.example.com`. */
export type SamplesOf = (origin: string) => readonly CodeSample[];

const LONGEST_DATA_URL = 120;

/**
 * Returns a pane's request as code, with the same parameters in every sample. The SDKs use their own dialect, curl and
 * fetch the selected one. `origin` is the address bar's, such as `https://gateway.example.com`.
 */
export function codeSamples(source: RequestSource, origin: string): readonly CodeSample[] {
  const body = (dialect: Dialect) => withoutImages(requestBody({ ...source, dialect })) as Json;
  const own = body(source.dialect);
  const url = `${origin}/api/v1/${source.dialect}`;
  return [
    { id: "curl", label: "curl", code: curlCode(url, own) },
    { id: "fetch", label: "fetch", code: fetchCode(url, own) },
    { id: "openai-node", label: "OpenAI Node", code: openaiNode(`${origin}/api/v1`, body("responses")) },
    { id: "openai-python", label: "OpenAI Python", code: openaiPython(`${origin}/api/v1`, body("responses")) },
    { id: "anthropic-node", label: "Anthropic Node", code: anthropicNode(`${origin}/api`, body("messages")) },
    { id: "anthropic-python", label: "Anthropic Python", code: anthropicPython(`${origin}/api`, body("messages")) },
  ];
}

/** Returns whether an image was too long to be included. */
export function hasPicture(source: RequestSource): boolean {
  return source.turns.some((turn) => turn.role === "user" && turn.attachments.length > 0);
}

/** Replaces images with their names. */
function withoutImages(value: unknown): unknown {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(withoutImages);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isPicture(key, inner) ? pictureName(inner) : withoutImages(inner),
    ]),
  );
}

function isPicture(key: string, value: unknown): value is string {
  return (key === "image_url" || key === "data") && typeof value === "string" && value.length > LONGEST_DATA_URL;
}

function pictureName(value: string): string {
  const comma = value.startsWith("data:") ? value.indexOf(",") + 1 : 0;
  return `${value.slice(0, comma)}BASE64_OF_THE_IMAGE`;
}
