import type { NOT_STORED_REASONS } from "#lib/contract/generations.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { contentDays } from "#server/ledger/contents.ts";
import { isLoggedKey, isSampled } from "#server/pipeline/guard/content-rules.ts";

type Reason = (typeof NOT_STORED_REASONS)[number];

const SENTENCES: Record<Reason, string> = {
  rejected: "the gateway rejected it, and stores only what guardrails blocked",
  off: "the workspace does not store prompts and responses",
  key: "the workspace stores prompts and responses only for other keys",
  sampling: "the workspace stores only a sample of its requests, and this is not one of them",
  expired: "prompts and responses of that age have been deleted",
  no_text: "only text requests are stored",
  unknown: "the settings were different at the time, or the caller asked for zero data retention",
};

const DAY_MS = 86_400_000;

/** Returns the 404 for a known request without stored content, with the reason according to the current settings. */
export function contentNotStored(gateway: Gateway, row: GenerationRow): HttpError {
  const reason = reasonNotStored(gateway, row);
  const metadata = { reason, retention_days: contentDays(gateway.environment) };
  return new HttpError(404, `No content is stored for this request: ${SENTENCES[reason]}`, { metadata });
}

/** Returns why no content of a request is stored, according to the current settings. */
export function reasonNotStored({ accounts, environment, keys, now }: Gateway, row: GenerationRow): Reason {
  const logging = accounts.workspaceNow(row.workspaceId)?.contentLogging;
  if (row.rejection !== null && row.guarding === null) return "rejected";
  if (row.dialect === null) return "no_text";
  if (row.createdAt.getTime() < now() - contentDays(environment) * DAY_MS) return "expired";
  if (!logging?.isEnabled) return "off";
  if (!isLoggedKey(logging, row.keyHash === null ? undefined : keys.find(row.keyHash)?.id)) return "key";
  return isSampled(logging, row.id) || (logging.keepsFailures && row.error !== null) ? "unknown" : "sampling";
}
