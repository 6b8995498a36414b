import { CLOUD_CREDENTIALS, type CloudCredential, isCloudProvider } from "#lib/contract/cloud-credentials.ts";
import { HttpError } from "#server/errors.ts";
import { tryParse } from "#server/providers/exchange/json.ts";
import { providers } from "#server/providers/registry.ts";
import { maskKey } from "./credential-fields.ts";

/**
 * Returns a provider's key as it is stored: the key, or the JSON of a credential with several parts, given as an object
 * or as its JSON text. Throws 400 if it has another form than the provider's.
 */
export function credentialText(provider: string, key: string | CloudCredential): string {
  if (!isCloudProvider(provider)) {
    if (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return key;
    throw new HttpError(400, "Invalid request: key: must be a key without spaces, as a string, for this provider");
  }
  const result = CLOUD_CREDENTIALS[provider].safeParse(typeof key === "string" ? parseText(key) : key);
  if (result.success) return JSON.stringify(result.data);
  const [issue] = result.error.issues;
  const place = ["key", ...(issue?.path ?? [])].join(".");
  throw new HttpError(400, `Invalid request: ${place}: ${issue?.message ?? "invalid"}`);
}

/** Returns a key as it would be stored, so that it can be compared; unchanged if it is invalid. */
export function storedForm(provider: string, key: string): string {
  if (!isCloudProvider(provider)) return key;
  const result = CLOUD_CREDENTIALS[provider].safeParse(tryParse(key));
  return result.success ? JSON.stringify(result.data) : key;
}

/** Returns a text by which people recognize a stored key. */
export function labelOf(provider: string, text: string): string {
  return providers.get(provider)?.structured?.label(text) ?? maskKey(text);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "Invalid request: key: must be an object with the parts of the credential, or its JSON");
  }
}
