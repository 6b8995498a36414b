import { ApiError } from "./api-error.ts";

/** Input and output of a browser's passkey dialog, as JSON in the gateway's format. */
type Json = Record<string, unknown>;

/** Returns whether this browser can use passkeys on this page: it needs HTTPS, or localhost. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== "undefined" && typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function"
  );
}

/**
 * Creates a passkey in the browser. Throws ApiError if the browser refuses. Returns undefined if the user closed the
 * dialog, or the device already has this passkey.
 */
export async function makePasskey(options: Json): Promise<Json | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return toJson(await navigator.credentials.create({ publicKey }).catch(nullIfDeclined));
}

/**
 * Signs in with a passkey in the browser. Throws ApiError if the browser refuses. Returns undefined if the user closed
 * the dialog, or there is no passkey.
 */
export async function requestPasskey(options: Json): Promise<Json | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return toJson(await navigator.credentials.get({ publicKey }).catch(nullIfDeclined));
}

const DECLINED = ["NotAllowedError", "AbortError", "InvalidStateError"];

function nullIfDeclined(reason: unknown): null {
  if (reason instanceof DOMException && DECLINED.includes(reason.name)) return null;
  // The usual reason is an address other than the one the passkeys belong to.
  throw new ApiError(0, `The browser did not allow it: ${reason instanceof Error ? reason.message : "unknown reason"}`);
}

function toJson(credential: Credential | null): Json | undefined {
  return credential ? ((credential as PublicKeyCredential).toJSON() as unknown as Json) : undefined;
}
