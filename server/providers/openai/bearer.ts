/** The credential as OpenAI's dialect carries it; nothing where there is none. */
export function bearer(credential: string): Record<string, string> {
  return credential === "" ? {} : { authorization: `Bearer ${credential}` };
}
