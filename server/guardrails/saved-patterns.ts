import { HttpError } from "#server/errors.ts";
import { customFilter } from "./custom.ts";

/**
 * Refuses patterns that the engine cannot run, before they are stored. Throws HttpError 400 that names the first of
 * them by its place in `content_filters`, with the reason, and in `metadata.position` the offset where it is known.
 */
export function refuseBadPatterns(filters: readonly { pattern: string }[] | null | undefined): void {
  for (const [index, { pattern }] of (filters ?? []).entries()) {
    try {
      customFilter("saved", pattern);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const path = `content_filters[${index}].pattern`;
      const metadata = { ...error.metadata, issues: [{ path, message: error.message }] };
      throw new HttpError(400, `Invalid request: ${path}: ${error.message}`, { metadata });
    }
  }
}
