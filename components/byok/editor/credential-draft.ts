import type { Credential } from "../credential-status.tsx";

/** The editable fields of a provider key; an empty list means all. */
export type CredentialDraft = {
  name: string;
  isFallback: boolean;
  isRequired: boolean;
  isByokOnly: boolean;
  zeroRetention: "listed" | "yes" | "no";
  /** Null while the field is empty. */
  weight: number | null;
  tier: number | null;
  models: string[];
  userIds: string[];
  keyHashes: string[];
};

export function newDraft(): CredentialDraft {
  return {
    name: "",
    isFallback: false,
    isRequired: false,
    isByokOnly: false,
    zeroRetention: "listed",
    weight: 1,
    tier: 1,
    models: [],
    userIds: [],
    keyHashes: [],
  };
}

/** Returns the form values of an existing provider key. */
export function draftOf(credential: Credential): CredentialDraft {
  return {
    name: credential.name ?? "",
    isFallback: credential.is_fallback,
    isRequired: credential.is_required,
    isByokOnly: credential.is_byok_only,
    zeroRetention: credential.declared_zdr === null ? "listed" : credential.declared_zdr ? "yes" : "no",
    weight: credential.weight,
    tier: credential.tier,
    models: credential.allowed_models ?? [],
    userIds: credential.allowed_user_ids ?? [],
    keyHashes: credential.allowed_api_key_hashes ?? [],
  };
}

/** Converts a draft to a request body. */
export function bodyOf(draft: CredentialDraft) {
  return {
    name: draft.name.trim() === "" ? null : draft.name.trim(),
    is_fallback: draft.isFallback,
    is_required: draft.isRequired,
    is_byok_only: draft.isByokOnly,
    declared_zdr: draft.zeroRetention === "listed" ? null : draft.zeroRetention === "yes",
    weight: draft.weight ?? 1,
    tier: draft.tier ?? 1,
    allowed_models: listOrAll(draft.models),
    allowed_user_ids: listOrAll(draft.userIds),
    allowed_api_key_hashes: listOrAll(draft.keyHashes),
  };
}

/** Returns only the fields that differ from the stored key. */
export function changesOf(draft: CredentialDraft, credential: Credential): Partial<ReturnType<typeof bodyOf>> {
  const before: Record<string, unknown> = bodyOf(draftOf(credential));
  const changed = Object.entries(bodyOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

function listOrAll(values: string[]): string[] | null {
  return values.length > 0 ? values : null;
}
