/** A model's id as the address of the API takes it. */
export function partsOf(id: string): { author: string; slug: string } {
  const cut = id.indexOf("/");
  return { author: id.slice(0, cut), slug: id.slice(cut + 1) };
}
