import type { WorkspaceRecord } from "#server/data/workspaces.ts";
import type { Body } from "#server/dialects/dialect.ts";

type Logging = WorkspaceRecord["contentLogging"];

/**
 * Returns whether a workspace stores the content of a key's requests. Calls without a key, e.g. from the console, are
 * stored only if it stores all keys.
 */
export function isLoggedKey({ keyIds }: Pick<Logging, "keyIds">, keyId: number | undefined): boolean {
  return keyIds === null || (keyId !== undefined && keyIds.includes(keyId));
}

/** Returns whether a request is in the sample. Its random id decides, so the result is always the same. */
export function isSampled({ samplingRate }: Pick<Logging, "samplingRate">, generationId: string): boolean {
  return samplingRate >= 1 || Number.parseInt(generationId.slice(-20, -12), 16) / 2 ** 32 < samplingRate;
}

/** Returns whether the caller asked for zero data retention. */
export function forbidsRetention({ provider }: Body): boolean {
  return (provider as { zdr?: unknown } | null | undefined)?.zdr === true;
}
