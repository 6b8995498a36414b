import type { ApiError } from "#lib/api/api-error.ts";

/** What the gateway refused, by field of the API; `form` holds what belongs to none of the named fields. */
export function problemsOf(error: ApiError | null, fields: readonly string[]): Record<string, string> {
  if (!error) return {};
  const known = error.issues.filter(({ path }) => fields.includes(path));
  const problems = Object.fromEntries(known.map(({ path, message }) => [path, message]));
  return known.length === error.issues.length && known.length > 0 ? problems : { ...problems, form: error.message };
}
