const MAX_LENGTH = 50;

/** Suggests a slug for a name: lowercase letters, digits and single hyphens, without accents; may be empty. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, "");
}
