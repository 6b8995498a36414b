import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Health } from "#server/catalogue/health.ts";
import type { Charges } from "#server/catalogue/is-priced.ts";
import type { Modality, Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { SortBy } from "#server/catalogue/sorting-variant.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { GuardrailDirectory } from "#server/guardrails/directory.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { Circuits } from "../attempts/circuit-breaker.ts";
import type { Candidate } from "./candidate.ts";
import type { CredentialParts } from "./credentials-for.ts";
import type { DeclaredRegions } from "./data-region.ts";

export type PlanParts = CredentialParts & {
  catalogue: Catalogue;
  health: Health;
  circuits: Circuits;
  providers: Pick<ReadonlyMap<string, Provider>, "get">;
  guardrails: GuardrailDirectory;
  dataRegions: DeclaredRegions;
  /** Whether to serve model endpoints without a price. */
  serveUnpriced: boolean;
  nowMs: number;
  /** Returns a number from 0 to 1, for the choice among several credentials. */
  random(): number;
};

export type PlanRequest = {
  caller: Principal;
  /** The requested models, first choice first. */
  models: readonly string[];
  routing: ProviderRouting | null | undefined;
  /** How to sort if neither `routing` nor the model name says so. */
  defaultSort?: SortBy | undefined;
  /** Body fields that a model may not support. */
  parameters: readonly string[];
  /** The output modality that the model must have. */
  makes: Modality;
  /** Returns whether the provider supports the operation. */
  serves(provider: Provider): boolean;
  /** Returns the adapter for the request, if it is not always the provider's own. */
  adapter?(provider: Provider, model: string, credential: string): Provider;
  /** Returns why a model endpoint cannot serve the body, as a sentence for the caller; undefined if it can. */
  refuses?(endpoint: ModelEndpoint, model: Model): string | undefined;
  /** Returns why a credential at a model endpoint cannot serve the body; undefined if it can. */
  refusesCredential?(candidate: Pick<Candidate, "endpoint" | "isByok">): string | undefined;
  /** The service tier in the body, if it has separate prices. */
  serviceTier?: string | null;
  /** Returns the units of the request that may be priced separately at a model endpoint. */
  charges?(endpoint: ModelEndpoint): Charges;
  /** The request, whose session prefers one credential of several. */
  body?: Body;
  headers?: CallerHeaders;
};
