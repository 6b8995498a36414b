import type { z } from "zod";
import { RATE_FIELDS, type RateLimit } from "#components/charts/rates/rate-words.ts";
import type { NewRateLimit } from "#lib/contract/rate-limits.ts";

type Body = z.output<typeof NewRateLimit>;
type Limits = Pick<Body, (typeof RATE_FIELDS)[number]>;

/** The form values of a rate limit. Empty texts: each key, each member, all models, and no priority of its own. */
export type RateLimitDraft = Limits & {
  name: string;
  subject: Body["subject"];
  key_hash: string;
  user_id: string;
  model: string;
  max_wait_seconds: number | null;
  priority: NonNullable<Body["priority"]> | "";
};

export function draftOf(rule: RateLimit | undefined): RateLimitDraft {
  const limits = Object.fromEntries(RATE_FIELDS.map((field) => [field, rule?.[field] ?? null])) as Limits;
  return {
    ...limits,
    name: rule?.name ?? "",
    subject: rule?.subject ?? "key",
    key_hash: rule?.key_hash ?? "",
    user_id: rule?.user_id ?? "",
    model: rule?.model ?? "",
    max_wait_seconds: rule?.max_wait_seconds ?? 0,
    priority: rule?.priority ?? "",
  };
}

/** The body of a new rule. A key or member of another subject, chosen before it, is left out. */
export function creationOf(draft: RateLimitDraft) {
  const { subject, key_hash: hash, user_id: userId, model } = draft;
  return {
    ...changeOf(draft),
    subject,
    key_hash: (subject === "key" && hash) || null,
    user_id: (subject === "member" && userId) || null,
    model: model || null,
  };
}

/** The body of a change: the subject and the model stay. */
export function changeOf(draft: RateLimitDraft) {
  const { subject: _subject, key_hash: _key, user_id: _user, model: _model, ...settings } = draft;
  return { ...settings, max_wait_seconds: settings.max_wait_seconds ?? 0, priority: settings.priority || null };
}

/** A rule without any limit or priority would do nothing. */
export function checkDraft(draft: RateLimitDraft) {
  if (draft.priority !== "" || RATE_FIELDS.some((field) => draft[field] !== null)) return {};
  return { requests_per_minute: "Set at least one limit, or a priority" };
}
