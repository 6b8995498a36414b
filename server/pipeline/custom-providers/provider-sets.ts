import type { Principal } from "#server/caller/principal.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import { customEndpoints } from "#server/catalogue/custom/custom-endpoints.ts";
import { layeredCatalogue } from "#server/catalogue/custom/layered-catalogue.ts";
import type { ProviderFacts } from "#server/catalogue/model.ts";
import { type CustomProviderRow, loadCustomProviders, type StoredModel } from "#server/data/custom-providers.ts";
import type { Queries } from "#server/data/database.ts";
import { loadNow, type Recall } from "#server/data/recall.ts";
import type { Log } from "#server/log.ts";
import { customProvider } from "#server/providers/custom/custom.ts";
import type { Provider } from "#server/providers/provider.ts";
import { providers } from "#server/providers/registry.ts";
import type { Vault } from "#server/security/vault.ts";
import type { SystemCredentials } from "../planning/system-credentials.ts";
import { openSecrets } from "./custom-secrets.ts";

/** What a workspace can call: the gateway's models and providers, and its own. */
export type ProviderSet = {
  catalogue: Catalogue;
  providers: Pick<ReadonlyMap<string, Provider>, "get">;
  systemCredentials: Pick<SystemCredentials, "get" | "has">;
};

/** The provider sets of all workspaces in memory, so that a request needs no query. */
export type ProviderSets = {
  /** Returns what a caller can call; without a caller, what every workspace can. */
  of(caller: Scope | undefined): ProviderSet;
  /** Reloads the custom providers after a change. */
  refresh(): Promise<void>;
  /** Returns the enabled providers whose model lists are read. */
  listing(): readonly CustomProviderRow[];
  /** Returns what a provider's model list adds; undefined if it was not read, or not at the provider's address. */
  found(row: CustomProviderRow): FoundModels | undefined;
  /** Adds the models of a provider's own list. */
  setModelList(row: CustomProviderRow, names: readonly string[], nowMs: number): void;
};

/** `models`: upstream names that the provider's own list of models lacks. */
export type FoundModels = { models: readonly string[]; readAtMs: number };

type Scope = Pick<Principal, "organizationId" | "workspaceId">;

type Parts = {
  queries: Queries;
  vault: Vault;
  catalogue: Catalogue;
  systemCredentials: SystemCredentials;
  log: Log;
  recall?: Recall;
};

export async function createProviderSets(parts: Parts): Promise<ProviderSets> {
  const { queries, recall = loadNow } = parts;
  const shared: ProviderSet = { catalogue: parts.catalogue, providers, systemCredentials: parts.systemCredentials };
  let rows: CustomProviderRow[] = [];
  let known = new Map<string, ProviderSet>();
  const lists = new Map<string, { names: readonly string[]; readAtMs: number; baseUrl: string }>();
  const providerSets: ProviderSets = {
    of(caller) {
      if (rows.length === 0 || !caller) return shared;
      const found = known.get(caller.workspaceId);
      if (found) return found;
      const own = rows.filter((row) => row.enabled && serves(row, caller));
      const made = own.length === 0 ? shared : withCustomProviders(parts, shared, own.map(withFound));
      known.set(caller.workspaceId, made);
      return made;
    },
    listing: () => rows.filter(({ enabled, readsModelList }) => enabled && readsModelList),
    found(row) {
      const list = row.readsModelList ? lists.get(row.id) : undefined;
      if (!list || list.baseUrl !== row.baseUrl) return undefined;
      const own = new Set(row.models.map(({ upstreamModel }) => upstreamModel));
      return { models: list.names.filter((name) => !own.has(name)), readAtMs: list.readAtMs };
    },
    setModelList({ id, baseUrl }, names, nowMs) {
      lists.set(id, { names, readAtMs: nowMs, baseUrl });
      known = new Map();
    },
    async refresh() {
      rows = await recall("custom-providers", () => loadCustomProviders(queries));
      known = new Map();
    },
  };
  const withFound = (row: CustomProviderRow): CustomProviderRow => {
    const { models = [] } = providerSets.found(row) ?? {};
    return models.length === 0 ? row : { ...row, models: [...row.models, ...models.map(foundModel)] };
  };
  await providerSets.refresh();
  return providerSets;
}

/** Returns a model of which only the name is known. */
function foundModel(upstreamModel: string): StoredModel {
  return {
    upstreamModel,
    model: null,
    name: null,
    contextLength: null,
    maxOutputTokens: null,
    inputModalities: ["text"],
    outputModalities: null,
    supportedParameters: null,
    prices: {},
  };
}

function serves({ organizationId, workspaceId }: CustomProviderRow, caller: Scope): boolean {
  return organizationId === caller.organizationId && (workspaceId === null || workspaceId === caller.workspaceId);
}

function withCustomProviders(
  { vault, log }: Parts,
  shared: ProviderSet,
  rows: readonly CustomProviderRow[],
): ProviderSet {
  const adapters = new Map<string, Provider>();
  const credentials: SystemCredentials = new Map();
  for (const row of rows) {
    const { slug, name, api, baseUrl } = row;
    const secrets = openSecrets(vault, row);
    if (!secrets) {
      log.error({ id: row.id }, "the key of a custom provider cannot be decrypted with this secret");
      continue;
    }
    adapters.set(slug, customProvider({ id: slug, name, api, baseUrl }));
    credentials.set(slug, { credential: JSON.stringify(secrets), baseUrl });
  }
  return {
    catalogue: layeredCatalogue(shared.catalogue, {
      additions: rows.map((row) => customEndpoints(shared.catalogue, row)),
      providers: rows.map(factsOf),
    }),
    providers: { get: (id) => adapters.get(id) ?? shared.providers.get(id) },
    systemCredentials: {
      get: (id) => credentials.get(id) ?? shared.systemCredentials.get(id),
      has: (id) => credentials.has(id) || shared.systemCredentials.has(id),
    },
  };
}

function factsOf({ slug, name }: CustomProviderRow): ProviderFacts {
  return {
    id: slug,
    name,
    slug,
    privacyPolicyUrl: null,
    termsOfServiceUrl: null,
    statusPageUrl: null,
    headquarters: null,
  };
}
