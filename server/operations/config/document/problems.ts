import { HttpError } from "#server/errors.ts";
import { pathOf } from "#server/http/issue.ts";
import type { TextPosition } from "#server/json/yaml-text.ts";

export type Path = readonly PropertyKey[];
export type Problem = { path: Path; message: string };
export type PositionOf = (path: Path) => TextPosition;

/** The most problems that one response lists. */
const MAX_LISTED = 100;

/** Throws 400 with every problem, its path, line and column; returns if there are none. */
export function rejectProblems(problems: readonly Problem[], positionOf: PositionOf): void {
  rejectLocated(problems.map(({ path, message }) => ({ path: pathOf(path), message, ...positionOf(path) })));
}

/** The same for problems whose positions are known. */
export function rejectLocated(problems: readonly ({ path: string; message: string } & TextPosition)[]): void {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const [first] = sorted;
  if (!first) return;
  const more = sorted.length > 1 ? ` (and ${sorted.length - 1} more)` : "";
  const place = first.path ? `line ${first.line}, ${first.path}` : `line ${first.line}`;
  throw new HttpError(400, `Invalid document: ${place}: ${first.message}${more}`, {
    metadata: { problems: sorted.slice(0, MAX_LISTED) },
  });
}
