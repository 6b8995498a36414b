import { HttpError } from "#server/errors.ts";
import { maxOpenWeight } from "./cost.ts";
import { programOf } from "./custom.ts";

/**
 * Maximum weight of the positions that one character may keep open, for a pattern and for all patterns of a guardrail.
 */
const COST_MAX = 256;
const ALL_COSTS_MAX = 2048;

/**
 * Throws for patterns that the engine cannot run or that would cost too much, before they are stored: an HttpError 400
 * that names the first of them by its place in `content_filters`, with the reason, and the offset in
 * `metadata.position` if known.
 */
export async function rejectInvalidPatterns(filters: readonly { pattern: string }[] | null | undefined): Promise<void> {
  let all = 0;
  for (const [index, { pattern }] of (filters ?? []).entries()) {
    try {
      all += await costOf(pattern, ALL_COSTS_MAX - all);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const path = `content_filters[${index}].pattern`;
      const metadata = { ...error.metadata, issues: [{ path, message: error.message }] };
      throw new HttpError(400, `Invalid request: ${path}: ${error.message}`, { metadata });
    }
  }
}

const known = new Map<string, number>();
const MAX_KNOWN = 1_000;

async function costOf(pattern: string, left: number): Promise<number> {
  const cost = known.get(pattern) ?? (await maxOpenWeight(programOf(pattern), COST_MAX));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(pattern, cost);
  if (cost > COST_MAX) throw tooCostlyError(`more than ${COST_MAX} states open for each character`);
  if (cost > left)
    throw tooCostlyError(
      `${cost} states open for each character, and the patterns before it all but ${left} of ${ALL_COSTS_MAX}`,
    );
  return cost;
}

function tooCostlyError(what: string): HttpError {
  return new HttpError(400, `The pattern is too slow: a text can keep ${what}. Shorten its repetitions, such as {900}`);
}
