const COMPATIBILITY = /\/compatibility\/v1$/;

/**
 * Returns the address of Cohere's native API for the address of its OpenAI dialect; Cohere documents it under another
 * host name.
 */
export function cohereAddress(baseUrl: string): string {
  if (baseUrl === "https://api.cohere.ai/compatibility/v1") return "https://api.cohere.com";
  return baseUrl.replace(COMPATIBILITY, "");
}
