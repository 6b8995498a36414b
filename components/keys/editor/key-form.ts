import type { KeyDraft } from "./key-draft.ts";

/** The field of a key's form for each name in its body. */
const FIELDS: Record<string, keyof KeyDraft> = {
  name: "name",
  limit: "limit",
  limit_reset: "reset",
  include_byok_in_limit: "includeByok",
  expires_at: "expiryDate",
};

/** What the forms of a key share: where an error belongs, and how it reads. */
export const KEY_FORM = {
  fieldOf: (name: string) => FIELDS[name],
  check: ({ name, limit }: KeyDraft) => ({
    name: name.trim() === "" ? "Enter a name" : undefined,
    limit: limit !== null && limit < 0 ? "Enter 0 or more" : undefined,
  }),
};
