import { listRetiringModels as endpoint } from "#lib/contract/retiring-models.ts";
import { operation } from "#server/http/operation.ts";

export const listRetiringModels = operation(endpoint)(async ({ catalogue }) => {
  const retiring = catalogue.models().flatMap(({ id, name, retirement }) => {
    if (!retirement) return [];
    const { retiresOn, successor = null } = retirement;
    return [{ id, name, expiration_date: retiresOn, successor }];
  });
  return { data: retiring.sort((one, other) => (one.expiration_date < other.expiration_date ? -1 : 1)) };
});
