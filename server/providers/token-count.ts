type Body = Record<string, unknown>;

/** How a provider counts the input tokens of a text request without a model's work, which costs nothing. */
export type TokenCount = {
  /** The request that counts, made from the one that a call would send. */
  request(url: string, body: Body): { url: string; body: Body };
  /** The field of the response that holds the count. */
  field: string;
};

/** Some of a body's fields: endpoints that count refuse what says nothing about the input. */
export function pickFields(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
}
