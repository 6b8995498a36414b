/**
 * Returns the headers of a signed JSON message. `id` is the same each time a message is sent. OpenRouter's names are
 * sent too, for receivers that know only those.
 */
export function signedHeaders(signature: string, id: string): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-switchboard-signature": signature,
    "x-openrouter-signature": signature,
    "x-switchboard-idempotency-key": id,
    "x-openrouter-idempotency-key": id,
  };
}
