import { POOL_STRATEGIES, type PoolStrategy } from "#lib/contract/pool-strategies.ts";
import type { Principal } from "#server/caller/principal.ts";
import { loadCredentialPools } from "#server/data/credential-pools.ts";
import { addCredentialUses, type CredentialUses } from "#server/data/credential-uses.ts";
import { type CredentialGroup, type CredentialRow, loadCredentials } from "#server/data/credentials.ts";
import type { Queries } from "#server/data/database.ts";
import { loadNow, type Recall } from "#server/data/recall.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import type { Vault } from "#server/security/vault.ts";
import { usesLoad } from "../pools/arrange-pool.ts";
import { type CredentialLoad, newCredentialLoad } from "../pools/credential-load.ts";
import type { PoolMember } from "../pools/pool-member.ts";

/** A BYOK credential as a request needs it. `key`: in plain text; undefined if it cannot be decrypted. */
export type OwnCredential = Omit<CredentialRow, "sealedKey"> & { key: string | undefined; member: PoolMember };

/** All credentials in memory with decrypted keys, so that a request needs no query. */
export type CredentialDirectory = {
  /** Returns a provider's credentials that a caller may use for any model, in the order to try. */
  usableBy(caller: Principal, provider: string): readonly OwnCredential[];
  /** Returns a workspace's credentials and its organization's, with disabled ones, each provider's in order. */
  list(scope: Pick<Principal, "organizationId" | "workspaceId">): readonly OwnCredential[];
  /** Returns the loads of the credentials in pools whose strategy uses them, by a name that all processes have. */
  pooled(): ReadonlyMap<string, CredentialLoad>;
  /** Returns whether this process can decrypt a credential's key; false for an unknown credential. */
  isReadable(id: string): boolean;
  /**
   * Returns a credential's key for a job that was started with it; undefined if the credential was deleted, disabled or
   * cannot be decrypted.
   */
  keyOf(id: string): string | undefined;
  /** Record whether a request with a credential succeeded, and why not. */
  succeeded(id: string, keyVersion: number): void;
  failed(id: string, keyVersion: number, failure: UpstreamError): void;
  /** Stops passing over a credential, because its provider accepted it in a test. */
  accepted(id: string, keyVersion: number): void;
  /** Reloads the credentials after a change. */
  refresh(): Promise<void>;
  /** Writes the recorded results. */
  flush(): Promise<void>;
};

const NONE: readonly OwnCredential[] = [];
/** People have put the keys of a pool in an order, so that decides unless they choose otherwise. */
export const DEFAULT_STRATEGY: PoolStrategy = "ordered";
const LONGEST_MESSAGE = 500;

export async function createCredentialDirectory(parts: {
  queries: Queries;
  vault: Vault;
  log: Log;
  now(): number;
  recall?: Recall;
}): Promise<CredentialDirectory> {
  const { queries, now, recall = loadNow } = parts;
  let all: OwnCredential[] = [];
  let byProvider = new Map<string, OwnCredential[]>();
  let readable = new Set<string>();
  // The load of a key outlives a change of its credential's settings.
  let members = new Map<string, PoolMember>();
  let pooled = new Map<string, CredentialLoad>();
  let noted = new Map<string, CredentialUses>();

  function usesOf(id: string, keyVersion: number): CredentialUses {
    const name = `${id} ${keyVersion}`;
    const uses = noted.get(name) ?? { id, keyVersion, successes: 0, failures: 0 };
    noted.set(name, uses);
    return uses;
  }

  const directory: CredentialDirectory = {
    usableBy(caller, provider) {
      if (byProvider.size === 0) return NONE;
      const those = byProvider.get(`${caller.organizationId} ${provider}`);
      return those?.filter((credential) => isFor(credential, caller)) ?? NONE;
    },
    list: ({ organizationId, workspaceId }) =>
      all.filter((one) => one.organizationId === organizationId && isIn(one, workspaceId)),
    pooled: () => pooled,
    isReadable: (id) => readable.has(id),
    keyOf: (id) => [...byProvider.values()].flat().find((one) => one.id === id)?.key,
    succeeded(id, keyVersion) {
      const uses = usesOf(id, keyVersion);
      uses.successes += 1;
      uses.lastSuccessMs = now();
      uses.firstSuccessMs ??= uses.lastSuccessMs;
    },
    failed(id, keyVersion, { status, message }) {
      const uses = usesOf(id, keyVersion);
      uses.failures += 1;
      uses.lastFailure = { atMs: now(), status, message: message.slice(0, LONGEST_MESSAGE) };
    },
    accepted(id, keyVersion) {
      const member = members.get(memberName({ id, keyVersion }));
      if (member) member.load.rejections = undefined;
    },
    async refresh() {
      const rows = await recall("credentials", () => loadCredentials(queries));
      const pools = await recall("credential-pools", () => loadCredentialPools(queries));
      const strategies = new Map(pools.map((pool) => [poolName(pool), strategyOf(pool.strategy)]));
      all = rows.map((row) =>
        openCredential(parts, row, strategies.get(poolName(row)) ?? DEFAULT_STRATEGY, members.get(memberName(row))),
      );
      members = new Map(all.map((one) => [memberName(one), one.member]));
      readable = new Set(all.filter(({ key }) => key !== undefined).map(({ id }) => id));
      const enabled = all.filter(({ disabled }) => !disabled);
      byProvider = Map.groupBy(enabled, ({ organizationId, provider }) => `${organizationId} ${provider}`);
      pooled = new Map(loadsOf(enabled));
    },
    async flush() {
      const full = noted;
      noted = new Map();
      for (const uses of full.values()) await addCredentialUses(queries, uses);
    },
  };
  await directory.refresh();
  return directory;
}

function openCredential(
  { vault, log }: { vault: Vault; log: Log },
  { sealedKey, ...row }: CredentialRow,
  strategy: PoolStrategy,
  former: PoolMember | undefined,
): OwnCredential {
  const key = vault.open(sealedKey, row.id);
  if (key === undefined) log.error({ id: row.id }, "a stored provider key cannot be decrypted with this secret");
  const member: PoolMember = {
    id: row.id,
    name: row.name ?? row.label,
    weight: row.weight,
    tier: row.tier,
    strategy,
    rank: row.workspaceId === null ? 1 : 0,
    load: former?.load ?? newCredentialLoad(),
  };
  return { ...row, key, member };
}

function memberName({ id, keyVersion }: Pick<CredentialRow, "id" | "keyVersion">): string {
  return `${id} ${keyVersion}`;
}

function loadsOf(credentials: readonly OwnCredential[]): [string, CredentialLoad][] {
  const pools = Map.groupBy(
    credentials.filter(({ member }) => usesLoad(member.strategy)),
    poolName,
  );
  const shared = [...pools.values()].filter((pool) => pool.length > 1).flat();
  return shared.map((one) => [memberName(one), one.member.load]);
}

function poolName({ organizationId, workspaceId, provider }: CredentialGroup): string {
  return `${organizationId} ${workspaceId} ${provider}`;
}

function strategyOf(text: string): PoolStrategy | undefined {
  return POOL_STRATEGIES.find((strategy) => strategy === text);
}

function isFor({ workspaceId, allowedUserIds, allowedApiKeyHashes }: OwnCredential, caller: Principal): boolean {
  if (!isIn({ workspaceId }, caller.workspaceId)) return false;
  if (allowedUserIds && !(caller.userId && allowedUserIds.includes(caller.userId))) return false;
  return !allowedApiKeyHashes || (caller.key !== undefined && allowedApiKeyHashes.includes(caller.key.hash));
}

function isIn({ workspaceId }: Pick<CredentialRow, "workspaceId">, own: string): boolean {
  return workspaceId === null || workspaceId === own;
}
