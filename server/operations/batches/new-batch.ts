import { randomBytes } from "node:crypto";
import { ownerOf } from "#server/auth/ownership.ts";
import { application } from "#server/caller/application.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type BatchRow, countUnfinishedBatches, insertBatch, type NewBatch } from "#server/data/batches.ts";
import { announce } from "#server/data/changes.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { requestTags } from "#server/pipeline/request-tags.ts";

/** More would only wait for each other. */
const MAX_UNFINISHED = 100;
const WINDOW_MS = 24 * 3_600_000;

type Given = Pick<
  NewBatch,
  "id" | "form" | "endpoint" | "inputFileId" | "total" | "usesProviders" | "resultSeconds"
> & {
  metadata?: Record<string, string> | null | undefined;
};
type BatchingCall = { principal: Principal; headers: CallerHeaders };

export function newBatchId(form: "openai" | "anthropic"): string {
  return `${form === "openai" ? "batch" : "msgbatch"}_${randomBytes(16).toString("hex")}`;
}

/**
 * Throws 429 if the workspace already has as many unfinished batches as it may have, and 400 for invalid tags in the
 * header.
 */
export async function requireRoomForBatch(gateway: Gateway, { principal, headers }: BatchingCall): Promise<void> {
  requestTags({}, headers, principal.key?.tags ?? null);
  const unfinished = await countUnfinishedBatches(gateway.database.queries, principal.workspaceId);
  if (unfinished < MAX_UNFINISHED) return;
  throw new HttpError(
    429,
    `This workspace has ${unfinished} unfinished batches, the most allowed; try again when one has ended`,
    { headers: { "retry-after": "60" } },
  );
}

/** Stores a batch of the caller and wakes the job that reads its input. */
export async function startBatch(
  gateway: Gateway,
  { principal, headers }: BatchingCall,
  { metadata, ...given }: Given,
): Promise<BatchRow> {
  const createdAt = new Date(gateway.now());
  const row = await insertBatch(gateway.database.queries, {
    ...given,
    ...ownerOf(principal),
    ...application(headers),
    tags: requestTags({}, headers, null),
    organizationId: principal.organizationId,
    workspaceId: principal.workspaceId,
    keyHash: principal.key?.hash ?? null,
    completionWindow: "24h",
    metadata: metadata ?? null,
    status: "validating",
    createdAt,
    expiresAt: new Date(createdAt.getTime() + WINDOW_MS),
  });
  gateway.batchesDue.wake();
  await announce(gateway.database, "batches");
  return row;
}
