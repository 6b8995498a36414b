const MOST = 50;

/** The slug that a name suggests: lowercase letters and digits with single hyphens, accents dropped; may be empty. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MOST)
    .replace(/^-|-$/g, "");
}
