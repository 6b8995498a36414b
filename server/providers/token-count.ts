type Body = Record<string, unknown>;

/** How a provider counts the input tokens of a text request without running a model, which is free. */
export type TokenCount = {
  /** Returns the request that counts the tokens of what would be sent. */
  request(url: string, body: Body): { url: string; body: Body };
  /** The response field that holds the count. */
  field: string;
};

/** Returns some fields of a body: counting endpoints reject fields that do not affect the input. */
export function pickFields(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
}
