/** Returns the values of environment variables by field, without those that are not set. */
export function fieldsIn(
  variables: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => (variables[name] ? [[field, variables[name]]] : [])),
  );
}

/** Reads `gpt-4.1=my-deployment,gpt-4o=other`; `gpt-4o` alone means `gpt-4o=gpt-4o`. Returns undefined if it is not set. */
export function pairsIn(list: string | undefined): Record<string, string> | undefined {
  if (!list) return undefined;
  const pairs = list.split(",").map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair, pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** Returns the last characters of a secret, to recognize it by; nothing of a short one. */
export function maskedEnd(secret: string | undefined): string {
  return secret && secret.length >= 16 ? `…${secret.slice(-4)}` : "…";
}
