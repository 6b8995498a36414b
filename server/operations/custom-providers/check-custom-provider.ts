import type { StoredModel } from "#server/data/custom-providers.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { providers } from "#server/providers/registry.ts";

/** Throws 409 for a slug that is the name of a listed provider or of an author: its models would hide theirs. */
export function requireFreeSlug({ catalogue }: Gateway, slug: string): void {
  const isListed = providers.has(slug) || catalogue.providers().some(({ id }) => id === slug);
  const isAuthor = catalogue.models().some(({ id }) => id.startsWith(`${slug}/`));
  if (isListed || isAuthor) throw slugTaken(slug);
}

export function slugTaken(slug: string): HttpError {
  return new HttpError(409, `The slug ${slug} is taken. Choose another one.`);
}

/** Throws 400 for a catalogue model that does not exist. */
export function requireKnownModels({ catalogue }: Gateway, models: readonly Pick<StoredModel, "model">[]): void {
  const index = models.findIndex(({ model }) => model !== null && catalogue.find(model)?.id !== model);
  if (index < 0) return;
  throw new HttpError(
    400,
    `Invalid request: models[${index}].model: the catalogue has no model ${models[index]?.model}. Use its ID, or null.`,
  );
}

/** Returns a base URL without a trailing slash, as adapters use it. */
export function baseUrlOf(url: string): string {
  return url.replace(/\/+$/, "");
}
