/** Returns the credential header of OpenAI's dialect; empty without a credential. */
export function bearer(credential: string): Record<string, string> {
  return credential === "" ? {} : { authorization: `Bearer ${credential}` };
}
