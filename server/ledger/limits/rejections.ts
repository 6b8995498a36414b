import type { RejectionReason } from "#lib/contract/rejections.ts";
import { HttpError } from "#server/errors.ts";
import type { Limit } from "./limit.ts";
import { nextReset } from "./period.ts";

/**
 * Clients of several providers obey this header. The same request cannot succeed before the limit resets or changes.
 */
const NO_RETRY = { "x-should-retry": "false" };

/** Returns the 402 for a request that a limit does not cover: which limit, when it resets, and who can raise it. */
export function notCovered(limit: Limit, atMs: number): HttpError {
  const { title, interval, account, timeZone, noticeName, each } = limit;
  const resetsAt = interval ? nextReset(interval, atMs, timeZone).toISOString() : null;
  const when = resetsAt ? `It resets at ${resetsAt}.` : "It never resets.";
  const problem = `${title} ${NOT_COVERED} ${when}`;
  // People read this in their agent, so it says whom to ask.
  const message = noticeName
    ? `${capitalize(problem)} ${each === "session" ? "Start a new session, or ask" : "Ask"} an administrator of the workspace to raise it.`
    : `Insufficient credits: ${problem} ${REMEDIES[account.slice(0, account.indexOf(":"))] ?? ""}`.trimEnd();
  return new HttpError(402, message, {
    metadata: {
      ...(each && { reason: `${each}_limit` satisfies RejectionReason }),
      limit: account.slice(0, account.indexOf(":")),
      limit_reset: interval,
      resets_at: resetsAt,
    },
    headers: NO_RETRY,
  });
}

/** Returns whether a message of `notCovered` is about a limit, as long as its amount is unchanged. */
export function isRejectionBy({ title }: Pick<Limit, "title">, message: string): boolean {
  return message.includes(`${title.slice(1)} ${NOT_COVERED}`);
}

/** How to continue, by the kind of account. */
const REMEDIES: Record<string, string> = {
  key: "An owner or admin can raise it on the key's page in the console.",
  guardrail: "An owner or admin can raise it on the guardrail's page in the console.",
  budget: "An owner or admin can raise it in the workspace's settings.",
  credits: "An owner or admin can add credits on the console's Credits page, /org/credits.",
};

const NOT_COVERED = "does not cover this request.";

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const LIMITS_UNAVAILABLE = "limits_unavailable";
/** How long a caller should wait before it asks again. */
const RETRY_SECONDS = 5;

/** Returns whether a request was rejected because its limits cannot be checked while the database does not respond. */
export function isLimitsUnavailable(error: unknown): boolean {
  return error instanceof HttpError && error.metadata?.reason === LIMITS_UNAVAILABLE;
}

export function limitsUnavailable({ title, account }: Limit, cause: unknown): HttpError {
  return new HttpError(
    503,
    `${LIMITS_UNAVAILABLE}: ${title} cannot be checked because the database is not responding; try again later`,
    {
      metadata: { reason: LIMITS_UNAVAILABLE, limit: account.slice(0, account.indexOf(":")) },
      headers: { "retry-after": String(RETRY_SECONDS) },
      cause,
    },
  );
}
