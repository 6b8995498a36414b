import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";

/** A provider's proof of reasoning, in the form of this dialect's thinking signature. */
export type Seal = { provider: string; toolCallId?: string; fields: Record<string, string> };

/** The fields that each provider requires in the next request. Nothing else is read from a caller's signature. */
const SEALED_FIELDS = new Map([
  ["openai", ["itemId", "reasoningEncryptedContent"]],
  ["google", ["thoughtSignature"]],
]);
/** The field of a provider that speaks this dialect itself: its signature, or the data of redacted thinking. */
const NATIVE_FIELD = "signature";
const PREFIX = "sb1";

/**
 * The signature of thinking that its provider has not signed. Clients of this dialect expect one, and some send thinking
 * without one back as text.
 */
export const UNSIGNED = `${PREFIX}.unsigned`;

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

/** Returns the signature of a provider that speaks this dialect itself, marked with the provider's id. */
export function sealNative(signature: string, provider: string): string {
  return [PREFIX, provider, ...encodeField(NATIVE_FIELD, signature)].join(".");
}

/** Returns a signature that `sealNative` marked for this provider, as the provider sent it; undefined for any other. */
export function unsealNative(signature: string, provider: string): string | undefined {
  const seal = unsealSignature(signature);
  return seal?.provider === provider ? seal.fields[NATIVE_FIELD] : undefined;
}

/** Returns undefined for a signature that is not ours, e.g. Anthropic's own. */
export function unsealSignature(signature: string): Seal | undefined {
  const [prefix, provider, ...pairs] = signature.split(".");
  if (prefix !== PREFIX || !provider) return undefined;
  const names = SEALED_FIELDS.get(provider) ?? [NATIVE_FIELD];
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
