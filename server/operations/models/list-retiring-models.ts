import { listRetiringModels as endpoint } from "#lib/contract/retiring-models.ts";
import { announcedRetirements } from "#server/catalogue/retirements/announced-retirements.ts";
import { operation } from "#server/http/operation.ts";

export const listRetiringModels = operation(endpoint)(async ({ catalogue }) => {
  const retiring = announcedRetirements(catalogue).map(({ model, provider, retiresOn, successor = null }) => ({
    id: model.id,
    name: model.name,
    provider_name: provider,
    expiration_date: retiresOn,
    successor,
  }));
  return { data: retiring.sort((one, other) => (one.expiration_date < other.expiration_date ? -1 : 1)) };
});
