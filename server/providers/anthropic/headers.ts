/** Returns the headers of every request to Anthropic. */
export const anthropicHeaders = (credential: string) => ({
  "x-api-key": credential,
  "anthropic-version": "2023-06-01",
});
