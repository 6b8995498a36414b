import { randomBytes } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { HandedRequest, KeptCall, ProviderBatching } from "#server/caller/batch-call.ts";
import type { BatchLineRow, LineLease } from "#server/data/batch-lines.ts";
import { accessesOfBatch, placeLine } from "#server/data/provider-batches.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import { resultId } from "../jobs/line-result.ts";
import { findBatches } from "./batch-access.ts";

/** What surrounds a request in the provider's file, at most: its id and the names of its fields. */
const AROUND_BYTES = 256;

/** Returns what the pipeline calls to put a batch line that this process has claimed into a provider's batch. */
export function createHandOver(gateway: Gateway, vault: ByteVault, lease: LineLease): ProviderBatching {
  const { queries, pool } = gateway.database;
  return {
    accesses: (provider) => accessesOfBatch(queries, lease.batchId, provider),
    async handOver(request) {
      const { provider, model, path, access, bodyJson } = request;
      const batches = findBatches(gateway, provider);
      if (!batches) return undefined;
      const { mostRequests, mostBytes, hasOneModel } = batches;
      return placeLine(pool, lease, {
        id: `pbatch_${randomBytes(12).toString("hex")}`,
        provider,
        model: hasOneModel ? model : null,
        path,
        access,
        sealed: sealRequest(vault, lease, request),
        sizeBytes: Buffer.byteLength(bodyJson) + AROUND_BYTES,
        mostRequests,
        mostBytes,
      });
    },
  };
}

/** A request as it waits for its provider: the body that was sent, and what is needed to end its request. */
export type WaitingRequest = { bodyJson: string; kept: KeptCall };

function sealRequest(vault: ByteVault, lease: LineLease, { bodyJson, kept }: HandedRequest): Buffer {
  // The bodies are nearly equal, which compression removes.
  const text = `{"kept":${JSON.stringify(kept)},"bodyJson":${JSON.stringify(bodyJson)}}`;
  return vault.seal(zstdCompressSync(text), resultId(lease));
}

/** Returns a request that waits; undefined if it can no longer be decrypted. */
export function openRequest(vault: ByteVault, row: BatchLineRow): WaitingRequest | undefined {
  const bytes = row.result && vault.open(row.result, resultId(row));
  return bytes ? (parseJsonText(zstdDecompressSync(bytes).toString("utf8")) as WaitingRequest) : undefined;
}
