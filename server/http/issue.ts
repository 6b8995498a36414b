import type { z } from "zod";

type Issue = z.core.$ZodIssue;
export type NamedIssue = { path: string; message: string };

/** What is wrong with a value, and where, for people. */
export function issueOf(issue: Issue): NamedIssue {
  const { path, message } = issue.code === "invalid_union" ? ofUnion(issue) : issue;
  return { path: pathOf(path), message };
}

type Described = { path: readonly PropertyKey[]; message: string };

/** What the library says of a union where the contract has no words of its own. */
const WORDLESS = "Invalid input";

/** A value that may be one of several kinds: what is wrong inside the kind that it is of, else all that it may be. */
function ofUnion(issue: Extract<Issue, { code: "invalid_union" }>): Described {
  const firsts = issue.errors.flatMap((branch) => branch.slice(0, 1));
  const inside = firsts.find(({ path }) => path.length > 0);
  if (inside) return { path: [...issue.path, ...inside.path], message: inside.message };
  if (issue.message !== WORDLESS) return { path: issue.path, message: issue.message };
  const kinds = new Set(
    firsts.flatMap(({ message }) => /expected (?:one of )?(.+?)(?:, received|$)/.exec(message)?.[1] ?? []),
  );
  return {
    path: issue.path,
    message: kinds.size > 0 ? `${WORDLESS}: expected ${[...kinds].join(" or ")}` : WORDLESS,
  };
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${String(part)}`))
    .join("");
}
