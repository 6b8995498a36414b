import type { Principal } from "#server/auth/principal.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { Candidate, OwnKey } from "./candidate.ts";
import type { CredentialDirectory, OwnCredential } from "./credential-directory.ts";
import { addressOf, type SystemCredentials } from "./system-credentials.ts";

export type CredentialParts = {
  catalogue: Pick<Catalogue, "find">;
  credentials: CredentialDirectory;
  systemCredentials: SystemCredentials;
  /** The environment's, for the addresses that the operator gave to providers. */
  variables: Readonly<Record<string, string>>;
};

/** What of a candidate says who pays for it and where it is called. */
export type Access = Pick<Candidate, "credential" | "baseUrl" | "isByok" | "own" | "turn"> & {
  /** What the owner of the credential declares of its account; null: nothing. */
  declaredZdr: boolean | null;
};

/**
 * Every credential that a model endpoint may be called with, in the order to try: the caller's own, its fallbacks after
 * the others, then the house's unless one of the caller's own forbids it.
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
    const baseUrl = ofHouse?.baseUrl ?? addressOf(provider, variables);
    accesses.push({
      ...{ credential: one.key, baseUrl, isByok: true, own: ownKey(one) },
      ...{ turn: one.isFallback ? 1 : 0, declaredZdr: one.declaredZdr },
    });
  }
  const isForbidden = usable.some((one) => one.isByokOnly || (one.isRequired && covers(catalogue, one, endpoint)));
  if (ofHouse && !isForbidden) accesses.push({ ...ofHouse, isByok: false, turn: 2, declaredZdr: null });
  return accesses;
}

/** The models may be named by any name that the catalogue knows. */
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
