import type { z } from "zod";
import { INVALID, REQUIRED } from "#lib/contract/plain-issue.ts";

type Issue = z.core.$ZodIssue;
export type NamedIssue = { path: string; message: string };

/** Returns what is wrong with a value and where, in readable form. */
export function issueOf(issue: Issue): NamedIssue {
  const { path, message } = describedIssue(issue);
  return { path: pathOf(path), message };
}

type Described = { path: readonly PropertyKey[]; message: string };

/** The same with the path's parts. */
export function describedIssue(issue: Issue): Described {
  if (issue.code === "invalid_union") return ofUnion(issue);
  // The name of a field, such as a header, is wrong.
  const reason = issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
  return reason === undefined ? issue : { path: issue.path, message: reason };
}

/**
 * Returns the issue of a union: the issue within the variant that the value matches best, else the accepted variants.
 */
function ofUnion(issue: Extract<Issue, { code: "invalid_union" }>): Described {
  const firsts = issue.errors.flatMap((branch) => branch.slice(0, 1));
  const inside = firsts.find(({ path }) => path.length > 0);
  if (inside) return { path: [...issue.path, ...inside.path], message: inside.message };
  if (issue.message !== INVALID) return { path: issue.path, message: issue.message };
  const kinds = new Set(firsts.flatMap(({ message }) => /^must be (.+?)(?:, not .+)?$/.exec(message)?.[1] ?? []));
  const missing = firsts.some(({ message }) => message === REQUIRED);
  if (missing) return { path: issue.path, message: REQUIRED };
  return { path: issue.path, message: kinds.size > 0 ? `must be ${[...kinds].join(" or ")}` : INVALID };
}

/** Returns a path as text: `messages[0].content`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${String(part)}`))
    .join("");
}
