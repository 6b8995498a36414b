import type { AnswerCall } from "../text/answer.ts";
import type { Reply } from "../text/endpoint.ts";

export type Item = Record<string, unknown> & { type: string; id: string };

/**
 * Returns the output items of a response: reasoning, web search, message, function calls. As with OpenAI, the summary
 * is empty unless requested, and `encrypted_content` is only present if `include` names it.
 */
export function itemsOf(reply: Reply): Item[] {
  const { answer, exchange } = reply;
  const items: Item[] = [];
  if (answer.thinking) items.push(reasoningItem(reply));
  if (answer.search) items.push(searchItem(reply));
  if (exchange.fault.unknownBlock)
    items.push({ id: exchange.newId("fut_"), type: "future_call", status: "completed", payload: { new: true } });
  if (answer.text || answer.toolCalls.length === 0) items.push(messageItem(reply));
  return [...items, ...answer.toolCalls.map((call) => callItem(reply, call))];
}

export function outputText(item: Item): { text: string; annotations: object[] } {
  return (item.content as { text: string; annotations: object[] }[])[0] as { text: string; annotations: object[] };
}

function reasoningItem({ answer, body, exchange }: Reply): Item {
  const reasoning = body.reasoning as { summary?: string } | undefined;
  const isSealed = ((body.include ?? []) as string[]).includes("reasoning.encrypted_content");
  return {
    id: exchange.newId("rs_", 48),
    type: "reasoning",
    summary: reasoning?.summary ? [{ type: "summary_text", text: answer.thinking }] : [],
    ...(isSealed && { encrypted_content: `gAAAAA${Buffer.from(answer.thinking).toString("base64url")}` }),
  };
}

function searchItem({ answer, exchange }: Reply): Item {
  const action = { type: "search", query: answer.search?.query, queries: [answer.search?.query] };
  return { id: exchange.newId("ws_", 48), type: "web_search_call", status: "completed", action };
}

function messageItem({ answer, exchange }: Reply): Item {
  const { text, search } = answer;
  const citation = search && {
    type: "url_citation",
    start_index: 0,
    end_index: text.length,
    title: search.title,
    url: search.url,
  };
  const part = { type: "output_text", annotations: citation ? [citation] : [], logprobs: [], text };
  const status = answer.finish === "length" || answer.finish === "filter" ? "incomplete" : "completed";
  return { id: exchange.newId("msg_", 48), type: "message", status, content: [part], role: "assistant" };
}

function callItem({ exchange, body }: Reply, call: AnswerCall): Item {
  const { namespace } = call;
  if (call.name === "tool_search" && searchesTools(body)) {
    const head = { id: exchange.newId("tsc_", 48), type: "tool_search_call", execution: "client", status: "completed" };
    return { ...head, call_id: call.id ?? exchange.newId("call_"), arguments: call.arguments };
  }
  const form = call.isCustom
    ? { id: exchange.newId("ctc_", 48), type: "custom_tool_call", input: String(call.arguments) }
    : { id: exchange.newId("fc_", 48), type: "function_call", arguments: JSON.stringify(call.arguments) };
  return {
    ...form,
    status: "completed",
    call_id: call.id ?? exchange.newId("call_"),
    name: call.name,
    ...(namespace !== undefined && { namespace }),
  };
}

function searchesTools({ tools = [] }: Reply["body"]): boolean {
  return (tools as Record<string, unknown>[]).some(
    ({ type, execution }) => type === "tool_search" && execution === "client",
  );
}
