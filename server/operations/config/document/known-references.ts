import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { Fields } from "./defaults.ts";
import { partsOf, refOf, resourcesOf } from "./resources.ts";

/** Returns a document that takes the references of its secrets from another one with the same records. */
export function withReferencesOf(document: ConfigDocument, other: ConfigDocument): ConfigDocument {
  const known = new Map(resourcesOf(other).map((resource) => [refOf(resource), resource.secrets]));
  const copy = structuredClone(document);
  for (const resource of resourcesOf(copy)) {
    for (const [path, reference] of Object.entries(known.get(refOf(resource)) ?? {})) {
      if (path in resource.secrets) put(copy, [...resource.path, ...partsOf(path)], reference);
    }
  }
  return copy;
}

function put(document: ConfigDocument, path: readonly PropertyKey[], value: unknown): void {
  const last = path.at(-1) as string;
  const holder = path.slice(0, -1).reduce<Fields>((found, part) => found[part as string] as Fields, document as Fields);
  holder[last] = value;
}
