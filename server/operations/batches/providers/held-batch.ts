import type { ClaimedProviderBatch, ProviderBatchChanges } from "#server/data/provider-batches.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { BatchHandle } from "#server/providers/batch.ts";
import { fromThrown } from "#server/providers/errors/error.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import type { BatchAccess } from "./batch-access.ts";

/** The result of one step of a batch at a provider: what to store, and how long until the next step. */
export type Next = { inMs: number; changes: ProviderBatchChanges };

/** What is stored of a batch at a provider; `files` are those of its results, once it has any. */
export type StoredHandle = BatchHandle & { files?: readonly string[] };

/** A batch at a provider that this process has claimed. */
export type HeldBatch = ClaimedProviderBatch & {
  vault: ByteVault;
  access: BatchAccess;
  /** The batch is canceled or has expired: its requests must not start. */
  isOver: boolean;
};

/** Returns the end of a batch at a provider. */
export function finalState({ now }: Pick<Gateway, "now">, error: string | null = null): Next {
  return { inMs: 0, changes: { status: "ended", endedAt: new Date(now()), error } };
}

/** Returns whether the provider understood a request and refuses it, so that repeating it is useless. */
export function isRefusal(gateway: Pick<Gateway, "now">, access: BatchAccess, thrown: unknown): boolean {
  const status = upstreamErrorOf(gateway, access.credential, thrown)?.status;
  return status !== undefined && status >= 400 && status < 500 && ![408, 409, 429].includes(status);
}

/** Returns the provider's error; undefined for a fault of ours. */
export function upstreamErrorOf(
  { now }: Pick<Gateway, "now">,
  credential: string,
  thrown: unknown,
): UpstreamError | undefined {
  const error = fromThrown(thrown, { credential, now: now() });
  return error instanceof UpstreamError ? error : undefined;
}

/** Returns the id of a request in the provider's batch. */
export function customIdOf(providerBatchId: string, line: number): string {
  return `${providerBatchId}-${line}`;
}
