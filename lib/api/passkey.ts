import { ApiError } from "./api-error.ts";

/** What a browser's passkey dialog is asked with, and what it gives back: JSON as the gateway sends and reads it. */
type Json = Record<string, unknown>;

/** Whether this browser can use passkeys on this page: it needs https, or this machine itself. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== "undefined" && typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function"
  );
}

/** Lets the browser make a passkey. Throws ApiError when it refuses to. Undefined when the person closed its dialog, or the device has this passkey already. */
export async function makePasskey(options: Json): Promise<Json | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return toJson(await navigator.credentials.create({ publicKey }).catch(declined));
}

/** Lets the browser sign in with a passkey. Throws ApiError when it refuses to. Undefined when the person closed its dialog, or there is none. */
export async function askPasskey(options: Json): Promise<Json | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return toJson(await navigator.credentials.get({ publicKey }).catch(declined));
}

const DECLINED = ["NotAllowedError", "AbortError", "InvalidStateError"];

function declined(reason: unknown): null {
  if (reason instanceof DOMException && DECLINED.includes(reason.name)) return null;
  // Above all an address that is not the one which passkeys hold for.
  throw new ApiError(0, `The browser refused: ${reason instanceof Error ? reason.message : "no reason was given"}`);
}

function toJson(credential: Credential | null): Json | undefined {
  return credential ? ((credential as PublicKeyCredential).toJSON() as unknown as Json) : undefined;
}
