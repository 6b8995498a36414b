import type { TestGateway } from "#tests/support/servers/gateway.ts";

const BODY = { model: "openai/gpt-5-mini", max_tokens: 32, messages: [{ role: "user", content: "Hello" }] };

/** What a group of callers has received so far. */
export type Received = {
  /** Ids of complete responses. */
  complete: Set<string>;
  /** Numbers of other outcomes, by status or "connection lost". */
  others: Map<string, number>;
};

export type Load = { received: Received; stop(): Promise<Received> };

/** Sends requests one after the other from several callers, every second one streamed, until stopped. */
export function startLoad(gateways: () => readonly TestGateway[], key: string, callers: number): Load {
  const received: Received = { complete: new Set(), others: new Map() };
  let isStopped = false;
  const runs = Array.from({ length: callers }, async (_, index) => {
    for (let turn = index; !isStopped; turn++) {
      const all = gateways();
      await callOnce(all[turn % all.length] as TestGateway, key, turn % 4 < 2, received);
    }
  });
  return {
    received,
    async stop() {
      isStopped = true;
      await Promise.all(runs);
      return received;
    },
  };
}

async function callOnce({ url }: TestGateway, key: string, stream: boolean, received: Received): Promise<void> {
  const other = (name: string) => void received.others.set(name, (received.others.get(name) ?? 0) + 1);
  try {
    const response = await fetch(`${url}/api/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ ...BODY, stream }),
    });
    const text = await response.text();
    if (response.status !== 200) return other(String(response.status));
    if (stream && !text.endsWith("data: [DONE]\n\n")) return other("error in the stream");
    received.complete.add(response.headers.get("x-generation-id") as string);
  } catch {
    other("connection lost");
    // A stopped process refuses connections immediately.
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Returns the numbers of other outcomes as text. */
export function othersOf({ others }: Received): string {
  return [...others].map(([name, count]) => `${count} × ${name}`).join(", ") || "none";
}
