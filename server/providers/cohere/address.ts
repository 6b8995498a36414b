const COMPATIBILITY = /\/compatibility\/v1$/;

/** Where Cohere's own API is, from the address of its OpenAI dialect; documented under another name of the host. */
export function cohereAddress(baseUrl: string): string {
  if (baseUrl === "https://api.cohere.ai/compatibility/v1") return "https://api.cohere.com";
  return baseUrl.replace(COMPATIBILITY, "");
}
