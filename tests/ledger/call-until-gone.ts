/**
 * Sends chat completions with `body`, one after the other, until the process exits. `onWhole` gets the generation id of each response that
 * arrived whole.
 */
export async function callUntilGone(
  url: string,
  key: string,
  body: { stream: boolean } & Record<string, unknown>,
  onWhole: (generationId: string) => void,
): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const isWhole = response.status === 200 && (!body.stream || text.endsWith("data: [DONE]\n\n"));
      if (isWhole) onWhole(response.headers.get("x-generation-id") as string);
    } catch {
      return;
    }
  }
}
