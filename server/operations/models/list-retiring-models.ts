import { listRetiringModels as endpoint } from "#lib/contract/retiring-models.ts";
import { announcedRetirements } from "#server/catalogue/retirements/announced-retirements.ts";
import { successorOf } from "#server/catalogue/retirements/successor-of.ts";
import { operation } from "#server/http/operation.ts";

export const listRetiringModels = operation(endpoint)(async ({ catalogue }) => {
  const retiring = announcedRetirements(catalogue).map(({ model, provider, ...retirement }) => {
    const { successor = null, upstreamSuccessor } = successorOf(catalogue, model.id, retirement);
    return {
      id: model.id,
      name: model.name,
      provider_name: provider,
      expiration_date: retirement.retiresOn,
      successor,
      ...(upstreamSuccessor && { upstream_successor: upstreamSuccessor }),
    };
  });
  return { data: retiring.sort((one, other) => (one.expiration_date < other.expiration_date ? -1 : 1)) };
});
