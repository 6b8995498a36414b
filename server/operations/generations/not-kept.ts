import type { NOT_KEPT_REASONS } from "#lib/contract/generations.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { contentDays } from "#server/ledger/contents.ts";
import { isLoggedKey, isSampled } from "#server/pipeline/guard/content-rules.ts";

type Reason = (typeof NOT_KEPT_REASONS)[number];

const SENTENCES: Record<Reason, string> = {
  off: "its workspace does not keep prompts and answers",
  key: "its workspace keeps the prompts and answers of other keys",
  sampling: "its workspace keeps a share of calls, and it is not among them",
  expired: "it is older than prompts and answers are kept",
  no_text: "only text calls are kept",
  unknown: "it was made under other settings, or asked for zero data retention",
};

const DAY_MS = 86_400_000;

/** The 404 of a call that is known but of which nothing is kept: why, by the settings as they are now. */
export function notKept(gateway: Gateway, row: GenerationRow): HttpError {
  const reason = notKeptReason(gateway, row);
  const metadata = { reason, retention_days: contentDays(gateway.environment) };
  return new HttpError(404, `What this call said is not kept: ${SENTENCES[reason]}`, { metadata });
}

/** Why nothing is kept of a call, by the settings as they are now. */
export function notKeptReason({ accounts, environment, keys, now }: Gateway, row: GenerationRow): Reason {
  const logging = accounts.workspaceNow(row.workspaceId)?.contentLogging;
  if (row.dialect === null) return "no_text";
  if (row.createdAt.getTime() < now() - contentDays(environment) * DAY_MS) return "expired";
  if (!logging?.isEnabled) return "off";
  if (!isLoggedKey(logging, row.keyHash === null ? undefined : keys.find(row.keyHash)?.id)) return "key";
  return isSampled(logging, row.id) ? "unknown" : "sampling";
}
