/**
 * Creates a key with a limit, so that every request reserves and settles its cost, and returns its text. `base` is the
 * address of the API. Throws if the gateway rejects the request.
 */
export async function createLimitedKey(base: string, managementKey: string): Promise<string> {
  const response = await fetch(`${base}/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${managementKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Benchmark", limit: 1_000_000, limit_reset: "monthly" }),
  });
  if (response.status !== 201) throw new Error(`no key was created: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { key: string }).key;
}
