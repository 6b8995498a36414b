import type { updateCredential } from "#lib/contract/byok.ts";
import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { CredentialChanges, SealedKey } from "#server/data/credentials.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

export type CredentialFields = Omit<BodyOf<typeof updateCredential>, "key" | "test">;

/** Absent fields are unchanged; null removes a value. */
export function changesOf(body: CredentialFields): CredentialChanges {
  return {
    ...(body.name !== undefined && { name: body.name === "" ? null : body.name }),
    ...(body.disabled !== undefined && { disabled: body.disabled }),
    ...(body.is_fallback !== undefined && { isFallback: body.is_fallback }),
    ...(body.is_required !== undefined && { isRequired: body.is_required }),
    ...(body.is_byok_only !== undefined && { isByokOnly: body.is_byok_only }),
    ...(body.declared_zdr !== undefined && { declaredZdr: body.declared_zdr }),
    ...(body.weight !== undefined && { weight: body.weight }),
    ...(body.tier !== undefined && { tier: body.tier }),
    ...(body.allowed_models !== undefined && { allowedModels: body.allowed_models }),
    ...(body.allowed_user_ids !== undefined && { allowedUserIds: body.allowed_user_ids }),
    ...(body.allowed_api_key_hashes !== undefined && { allowedApiKeyHashes: body.allowed_api_key_hashes }),
  };
}

/** Throws 400 for API keys outside the organization. */
export async function rejectUnknownKeys(
  { keys }: Gateway,
  { organizationId }: Principal,
  hashes: readonly string[] | null | undefined,
): Promise<void> {
  for (const hash of hashes ?? []) {
    const key = keys.find(hash) ?? (await keys.lookup(hash));
    if (key?.organizationId !== organizationId)
      throw new HttpError(400, "Invalid request: allowed_api_key_hashes: this organization has no such API key");
  }
}

/** Returns the stored form of a key: sealed for its row, and masked. */
export function sealKey({ vault }: Gateway, key: string, rowId: string, label: string): SealedKey {
  return { sealedKey: vault.seal(key, rowId), label };
}

/** Shows enough of a key to recognize it and too little to guess it; nothing of a short one. */
export function maskKey(key: string): string {
  return key.length < 16 ? "…" : `${key.slice(0, 3)}…${key.slice(-4)}`;
}
