import type { ApiError } from "#lib/api/api-error.ts";

type Issue = { path: PropertyKey[]; message: string };

/** What is wrong, by field of the API: found here, else by the gateway; `form` is what belongs to no field. */
export function problemsOf(issues: readonly Issue[] | undefined, error: ApiError | null): Record<string, string> {
  const own = (issues ?? []).map(({ path, message }) => [String(path[0]), message]);
  const refused = (error?.issues ?? []).map(({ path, message }) => [path, message]);
  const problems: Record<string, string> = Object.fromEntries([...refused, ...own.toReversed()]);
  if (error?.status === 409) return { ...problems, slug: error.message };
  if (error && refused.length === 0) problems.form = `It was not saved: ${error.message}`;
  return problems;
}
