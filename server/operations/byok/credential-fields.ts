import type { updateCredential } from "#lib/contract/byok.ts";
import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { CredentialChanges, SealedKey } from "#server/data/credentials.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

export type CredentialFields = Omit<BodyOf<typeof updateCredential>, "key">;

/** What is absent stays as it is; null removes. */
export function changesOf(body: CredentialFields): CredentialChanges {
  return {
    ...(body.name !== undefined && { name: body.name === "" ? null : body.name }),
    ...(body.disabled !== undefined && { disabled: body.disabled }),
    ...(body.is_fallback !== undefined && { isFallback: body.is_fallback }),
    ...(body.is_required !== undefined && { isRequired: body.is_required }),
    ...(body.is_byok_only !== undefined && { isByokOnly: body.is_byok_only }),
    ...(body.declared_zdr !== undefined && { declaredZdr: body.declared_zdr }),
    ...(body.allowed_models !== undefined && { allowedModels: body.allowed_models }),
    ...(body.allowed_user_ids !== undefined && { allowedUserIds: body.allowed_user_ids }),
    ...(body.allowed_api_key_hashes !== undefined && { allowedApiKeyHashes: body.allowed_api_key_hashes }),
  };
}

/** Throws 400 for an API key that is not the organization's. */
export async function refuseUnknownKeys(
  { keys }: Gateway,
  { organizationId }: Principal,
  hashes: readonly string[] | null | undefined,
): Promise<void> {
  for (const hash of hashes ?? []) {
    const key = keys.find(hash) ?? (await keys.lookup(hash));
    if (key?.organizationId !== organizationId)
      throw new HttpError(400, "Invalid request: allowed_api_key_hashes: no such API key in this organization");
  }
}

/** A key as it is stored: sealed for its row, and masked. */
export function sealedKey({ vault }: Gateway, key: string, rowId: string): SealedKey {
  return { sealedKey: vault.seal(key, rowId), label: maskedKey(key) };
}

/** Enough of a key to tell it from others and too little to guess it; nothing of a short one. */
export function maskedKey(key: string): string {
  return key.length < 16 ? "…" : `${key.slice(0, 3)}…${key.slice(-4)}`;
}
