/** Splits a model's id into the parts of its API address. */
export function partsOf(id: string): { author: string; slug: string } {
  const cut = id.indexOf("/");
  return { author: id.slice(0, cut), slug: id.slice(cut + 1) };
}
