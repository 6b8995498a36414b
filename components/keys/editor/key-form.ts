import { MAX_TAGS, TAG, TAG_RULE } from "#lib/generations/tags.ts";
import { type KeyDraft, SOME_MODELS, tagsIn } from "./key-draft.ts";

/** The form field of each name in the body. */
const FIELDS: Record<string, keyof KeyDraft> = {
  name: "name",
  limit: "limit",
  limit_reset: "reset",
  include_byok_in_limit: "includeByok",
  expires_at: "expiryDate",
  allowed_tools: "allowedTools",
  tags: "tags",
  cache_ttl: "cacheSeconds",
  allowed_models: "models",
  scopes: "workspaces",
};

/** Error handling shared by the forms of a key. */
export const KEY_FORM = {
  fieldOf: (name: string) => FIELDS[name],
  check: ({ name, limit, guardrail, models, tags }: KeyDraft) => ({
    name: name.trim() === "" ? "Enter a name" : undefined,
    models: guardrail === SOME_MODELS && models.length === 0 ? "Choose at least one model" : undefined,
    limit: limit !== null && limit < 0 ? "Enter 0 or more" : undefined,
    tags: problemOfTags(tagsIn(tags)),
  }),
};

function problemOfTags(tags: readonly string[]): string | undefined {
  if (tags.length > MAX_TAGS) return `Enter at most ${MAX_TAGS} tags`;
  const wrong = tags.find((tag) => !TAG.test(tag));
  return wrong === undefined ? undefined : `${wrong.slice(0, 40)}: ${TAG_RULE}`;
}
