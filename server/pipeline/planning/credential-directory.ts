import type { Principal } from "#server/auth/principal.ts";
import { addCredentialUses, type CredentialUses } from "#server/data/credential-uses.ts";
import { type CredentialRow, loadCredentials } from "#server/data/credentials.ts";
import type { Queries } from "#server/data/database.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import type { Vault } from "#server/security/vault.ts";

/** A caller's own credential as a call needs it. `key`: in plain text; undefined when it cannot be opened here. */
export type OwnCredential = Omit<CredentialRow, "sealedKey"> & { key: string | undefined };

/** Every credential in memory with its key opened, so that a call finds them without a query. */
export type CredentialDirectory = {
  /** Those of a provider that a caller may use, whatever the model, in the order to try. */
  usableBy(caller: Principal, provider: string): readonly OwnCredential[];
  /** Whether this process can open the key of a credential; false as well for one it does not know. */
  isReadable(id: string): boolean;
  /** The key of a credential, for a job that was begun with it; undefined when it is gone, off or unreadable. */
  keyOf(id: string): string | undefined;
  /** Notes that a call through a credential was answered, or why it was not. */
  succeeded(id: string, keyVersion: number): void;
  failed(id: string, keyVersion: number, failure: UpstreamError): void;
  /** Reads them again after a change. */
  refresh(): Promise<void>;
  /** Writes what was noted. */
  flush(): Promise<void>;
};

const NONE: readonly OwnCredential[] = [];
const LONGEST_MESSAGE = 500;

export async function createCredentialDirectory(parts: {
  queries: Queries;
  vault: Vault;
  log: Log;
  now(): number;
}): Promise<CredentialDirectory> {
  const { queries, now } = parts;
  let byProvider = new Map<string, OwnCredential[]>();
  let readable = new Set<string>();
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
      const all = byProvider.get(`${caller.organizationId} ${provider}`);
      return all?.filter((credential) => isFor(credential, caller)) ?? NONE;
    },
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
    async refresh() {
      const all = (await loadCredentials(queries)).map((row) => opened(parts, row));
      readable = new Set(all.filter(({ key }) => key !== undefined).map(({ id }) => id));
      byProvider = Map.groupBy(
        all.filter(({ disabled }) => !disabled),
        ({ organizationId, provider }) => `${organizationId} ${provider}`,
      );
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

function opened({ vault, log }: { vault: Vault; log: Log }, { sealedKey, ...row }: CredentialRow): OwnCredential {
  const key = vault.open(sealedKey, row.id);
  if (key === undefined) log.error({ id: row.id }, "a stored provider key cannot be opened with this secret");
  return { ...row, key };
}

function isFor({ workspaceId, allowedUserIds, allowedApiKeyHashes }: OwnCredential, caller: Principal): boolean {
  if (workspaceId !== null && workspaceId !== caller.workspaceId) return false;
  if (allowedUserIds && !(caller.userId && allowedUserIds.includes(caller.userId))) return false;
  return !allowedApiKeyHashes || (caller.key !== undefined && allowedApiKeyHashes.includes(caller.key.hash));
}
