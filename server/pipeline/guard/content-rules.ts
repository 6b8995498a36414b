import type { WorkspaceRecord } from "#server/data/workspaces.ts";
import type { Body } from "#server/dialects/dialect.ts";

type Logging = WorkspaceRecord["contentLogging"];

/** Whether a workspace keeps the calls of a key; of calls without one, as the console makes them, where it keeps all. */
export function isLoggedKey({ keyIds }: Pick<Logging, "keyIds">, keyId: number | undefined): boolean {
  return keyIds === null || (keyId !== undefined && keyIds.includes(keyId));
}

/** Whether a call is among those that are sampled. Its id decides, which is random: asked again, it is the same. */
export function isSampled({ samplingRate }: Pick<Logging, "samplingRate">, generationId: string): boolean {
  return samplingRate >= 1 || Number.parseInt(generationId.slice(-20, -12), 16) / 2 ** 32 < samplingRate;
}

/** Whether the caller asked that nobody keeps the call. */
export function refusesRetention({ provider }: Body): boolean {
  return (provider as { zdr?: unknown } | null | undefined)?.zdr === true;
}
