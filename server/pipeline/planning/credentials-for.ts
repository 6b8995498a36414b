import type { Principal } from "#server/caller/principal.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Provider } from "#server/providers/provider.ts";
import { arrangePool, type PoolCall } from "../pools/arrange-pool.ts";
import type { Candidate, OwnKey } from "./candidate.ts";
import type { CredentialDirectory, OwnCredential } from "./credential-directory.ts";
import { addressOf, type SystemCredential, type SystemCredentials } from "./system-credentials.ts";

export type CredentialParts = {
  catalogue: Pick<Catalogue, "find">;
  credentials: CredentialDirectory;
  systemCredentials: Pick<SystemCredentials, "get" | "has">;
  /** The environment variables, for provider addresses that the operator has set. */
  variables: Readonly<Record<string, string>>;
};

/** The parts of a candidate that determine who pays and which address is called. */
export type Access = Pick<
  Candidate,
  "credential" | "baseUrl" | "isByok" | "own" | "turn" | "systemKey" | "member" | "choice"
> & {
  /** The data retention that the credential's owner declares for the account; null if nothing is declared. */
  declaredZdr: boolean | null;
};

/**
 * Returns every credential for a model endpoint: BYOK credentials, BYOK fallbacks, then the system credential unless a
 * BYOK credential forbids it. `inPools` puts those of one pool in the order to try.
 */
export function credentialsFor(
  { catalogue, credentials, systemCredentials, variables }: CredentialParts,
  caller: Principal,
  endpoint: ModelEndpoint,
  provider: Provider,
): Access[] {
  const usable = credentials.usableBy(caller, provider.id);
  const ofHouse = systemCredentials.get(provider.id);
  const accesses: Access[] = [];
  for (const one of usable) {
    if (one.key === undefined || !covers(catalogue, one, endpoint)) continue;
    if (!callsModel(provider, one.key, endpoint)) continue;
    const baseUrl = ofHouse?.baseUrl ?? addressOf(provider, variables);
    accesses.push({
      credential: one.key,
      baseUrl,
      isByok: true,
      own: ownKey(one),
      turn: one.isFallback ? 1 : 0,
      member: one.member,
      declaredZdr: one.declaredZdr,
    });
  }
  const isForbidden = usable.some((one) => one.isByokOnly || (one.isRequired && covers(catalogue, one, endpoint)));
  if (ofHouse && !isForbidden) pushSystem(accesses, ofHouse, provider, endpoint);
  return accesses;
}

function pushSystem(
  accesses: Access[],
  { credential, baseUrl, keys }: SystemCredential,
  provider: Provider,
  endpoint: ModelEndpoint,
): void {
  const isByok = false;
  const turn = SYSTEM_TURN;
  const declaredZdr = null;
  if (!keys) return void accesses.push({ credential, baseUrl, isByok, turn, declaredZdr });
  const areSeveral = keys.length > 1;
  for (const { credential: one, member } of keys) {
    if (!callsModel(provider, one, endpoint)) continue;
    const systemKey = areSeveral ? member.id : undefined;
    accesses.push({ credential: one, baseUrl, isByok, turn, declaredZdr, member, systemKey });
  }
}

const SYSTEM_TURN = 2;

/** Puts the credentials of each pool in the order to try, if there are several. */
export function inPools(accesses: Access[], call: PoolCall): Access[] {
  if (accesses.length < 2) return accesses;
  const turns = Map.groupBy(accesses, ({ turn }) => turn);
  return [...turns.values()].flatMap((pool) => (pool.length > 1 ? arrangePool(pool, call) : pool));
}

/** Returns whether a credential reaches a model: one of a cloud may belong to a region or to chosen deployments. */
export function callsModel({ structured }: Provider, credential: string, { upstreamModel }: ModelEndpoint): boolean {
  return structured?.covers?.(credential, upstreamModel) ?? true;
}

/** The list may use any model name in the catalogue. */
function covers(
  { find }: Pick<Catalogue, "find">,
  { allowedModels }: OwnCredential,
  { model }: ModelEndpoint,
): boolean {
  return !allowedModels || allowedModels.some((name) => name === model || find(name)?.id === model);
}

function ownKey({ id, keyVersion, name, label }: OwnCredential): OwnKey {
  return { id, keyVersion, name: name ?? label };
}
