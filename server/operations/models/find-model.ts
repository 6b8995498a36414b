import type { Model } from "#server/catalogue/model.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Finds a model by name. Throws 404 with similar names. */
export function findModel({ catalogue }: Gateway, name: string): Model {
  const model = catalogue.resolve(name)?.model;
  if (model) return model;
  const near = catalogue.suggest(name);
  const hint = near.length > 0 ? ` Similar names: ${near.join(", ")}.` : "";
  throw new HttpError(404, `There is no model ${name.slice(0, 200)}.${hint}`, { metadata: { suggestions: near } });
}
