import type { Catalogue } from "#server/catalogue/catalogue.ts";
import { HttpError } from "#server/errors.ts";
import { providers } from "#server/providers/registry.ts";
import type { Change } from "./policy.ts";

/** Throws 400 for a provider or model endpoint that does not exist: its change would have no effect. */
export function checkNames(catalogue: Catalogue, change: Change): void {
  const isProvider = (name: string) => providers.has(name);
  const isEndpoint = (id: string) => catalogue.endpoint(id) !== undefined;
  check("outages", change.outages, (name) => isProvider(name) || isEndpoint(name), "provider or model endpoint");
  check("allowed_providers", change.allowed_providers, isProvider, "provider");
  check("ignored_providers", change.ignored_providers, isProvider, "provider");
  const priced = change.prices.map(({ endpoint_id: id }) => id);
  check("prices", priced, isEndpoint, "model endpoint", ".endpoint_id");
}

function check(field: string, names: readonly string[], exists: (name: string) => boolean, what: string, within = "") {
  const index = names.findIndex((name) => !exists(name));
  if (index < 0) return;
  const hint = what.includes("endpoint") ? ". Model endpoints are named `<model>@<provider>`" : "";
  throw new HttpError(400, `Invalid request: ${field}[${index}]${within}: unknown ${what} \`${names[index]}\`${hint}`);
}
