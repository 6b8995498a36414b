import { ApiError } from "#lib/api/api-error.ts";

/** An error in one field, by its path as in `content_filters[0].pattern`; empty for the whole form. */
export type Issue = { path: string; message: string };

type SchemaError = { issues: readonly { path: PropertyKey[]; message: string }[] };

/** Returns the errors of a form, from its schema or the gateway. */
export function issuesOf(error: SchemaError | ApiError | undefined): Issue[] {
  if (!error) return [];
  if (!(error instanceof ApiError)) return error.issues.map(({ path, message }) => ({ path: pathOf(path), message }));
  return error.issues.length > 0 ? error.issues : [{ path: "", message: error.message }];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, place) => (typeof key === "number" ? `[${key}]` : `${place ? "." : ""}${String(key)}`))
    .join("");
}
