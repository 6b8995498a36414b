import type { Reference } from "../document/resources.ts";

/** Returns the variable that an export suggests for a secret. */
export function variable(...parts: (string | null)[]): Reference {
  const words = parts.filter((part) => part !== null).map((part) => part.replaceAll(/([a-z])([A-Z])/g, "$1_$2"));
  const name = words
    .join("_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .slice(0, 190);
  return { env: /^[A-Z]/.test(name) ? name : `SECRET_${name}` };
}
