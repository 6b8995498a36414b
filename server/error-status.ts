/** Words in the `type` and `code` of errors, in search order. */
const STATUSES: [word: string, status: number][] = [
  // OpenAI's own status for an account without credit; another credential may have some.
  ["insufficient_quota", 429],
  ["rate_limit", 429],
  ["overloaded", 529],
  ["timeout", 524],
  ["authentication", 401],
  ["invalid_api_key", 401],
  ["permission", 403],
  ["not_found", 404],
  ["invalid", 400],
  ["context_length_exceeded", 400],
  ["server_error", 500],
];

/** Returns the status that matches the words of an error sent with status 200; undefined if none is known. */
export function statusOfError(words: readonly unknown[]): number | undefined {
  const text = words.filter((word) => typeof word === "string").join(" ");
  return STATUSES.find(([word]) => text.includes(word))?.[1];
}
