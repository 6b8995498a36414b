import type { Reply } from "../text/endpoint.ts";

export type AgentItem = Record<string, unknown> & { type: string };

/** Returns the output items of a response: the results of a search, which have no id, the message and the calls. */
export function itemsOf({ answer, exchange }: Reply): AgentItem[] {
  const { search, text, toolCalls } = answer;
  const items: AgentItem[] = [];
  if (search) {
    const { query, url, title, quote } = search;
    const result = { id: 1, url, title, snippet: quote, date: "2026-01-02", last_updated: "2026-01-03", source: "web" };
    items.push({ type: "search_results", queries: [query], results: [result] });
  }
  if (exchange.fault.unknownBlock) items.push({ type: "unknown", item_name: "future_call", payload: { new: true } });
  if (text || toolCalls.length === 0) {
    const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
    items.push({ id: exchange.newId("msg_", 32), type: "message", role: "assistant", status: "completed", content });
  }
  const calls = toolCalls.map(({ name, id, arguments: given }) => ({
    id: exchange.newId("fc_", 32),
    type: "function_call",
    status: "completed",
    call_id: id ?? exchange.newId("call_"),
    name,
    arguments: JSON.stringify(given),
  }));
  return [...items, ...calls];
}
