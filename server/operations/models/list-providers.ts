import { listProviders as endpoint } from "#lib/contract/providers.ts";
import { operation } from "#server/http/operation.ts";
import { takesOwnKey } from "#server/pipeline/planning/keyed-provider.ts";

export const listProviders = operation(endpoint)(async ({ credentials, providerSets }, { principal }) => {
  const { catalogue, systemCredentials } = providerSets.of(principal);
  return {
    data: catalogue.providers().map((facts) => ({
      name: facts.name,
      slug: facts.slug,
      privacy_policy_url: facts.privacyPolicyUrl,
      terms_of_service_url: facts.termsOfServiceUrl,
      status_page_url: facts.statusPageUrl,
      headquarters: facts.headquarters,
      datacenters: null,
      available:
        systemCredentials.has(facts.id) ||
        (principal !== undefined && credentials.usableBy(principal, facts.id).length > 0),
      takes_own_key: takesOwnKey(facts.id),
      models: new Set(catalogue.endpointsOfProvider(facts.id).map(({ model }) => model)).size,
    })),
  };
});
