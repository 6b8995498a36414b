import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";

/** A vendor's proof of reasoning, in the form of this dialect's thinking signature. */
export type Seal = { provider: string; toolCallId?: string; fields: Record<string, string> };

/** The fields that each vendor requires in the next request. Nothing else is read from a caller's signature. */
const SEALED_FIELDS = new Map([
  ["openai", ["itemId", "reasoningEncryptedContent"]],
  ["google", ["thoughtSignature"]],
]);
const PREFIX = "sb1";

/** Stands for the tool call id in a seal of the response's text. */
export const SIGNED_TEXT = "text";

/** Returns `sb1.<provider>.<field>=<base64url>...`; undefined if the metadata has nothing to send back. */
export function sealSignature(metadata: SharedV4ProviderMetadata, toolCallId?: string): string | undefined {
  for (const [provider, names] of SEALED_FIELDS) {
    const fields = names.flatMap((name) => encodeField(name, metadata[provider]?.[name]));
    if (fields.length > 0) return [PREFIX, provider, ...encodeField("toolCallId", toolCallId), ...fields].join(".");
  }
  return undefined;
}

/** Returns undefined for a signature that is not ours, e.g. Anthropic's own. */
export function unsealSignature(signature: string): Seal | undefined {
  const [prefix, provider, ...pairs] = signature.split(".");
  const names = SEALED_FIELDS.get(provider ?? "");
  if (prefix !== PREFIX || provider === undefined || names === undefined) return undefined;
  const all = new Map(pairs.map(decodeField));
  const fields = Object.fromEntries([...all].filter(([name]) => names.includes(name)));
  const toolCallId = all.get("toolCallId");
  return { provider, fields, ...(toolCallId !== undefined && { toolCallId }) };
}

function encodeField(name: string, value: unknown): string[] {
  return typeof value === "string" && value !== "" ? [`${name}=${Buffer.from(value).toString("base64url")}`] : [];
}

function decodeField(pair: string): [string, string] {
  const split = pair.indexOf("=");
  return [pair.slice(0, split), Buffer.from(pair.slice(split + 1), "base64url").toString()];
}
