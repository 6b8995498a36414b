import type { Reply } from "../text/endpoint.ts";

export type Block = Record<string, unknown> & { type: string };

/**
 * Returns the content blocks of a response: thinking, the provider's web search, text with its citations, tool calls.
 */
export function blocksOf(reply: Reply): Block[] {
  const { answer, exchange } = reply;
  const blocks: Block[] = [];
  if (answer.thinking) blocks.push(thinkingBlock(answer.thinking));
  if (answer.search) blocks.push(...searchBlocks(reply));
  if (exchange.fault.unknownBlock)
    blocks.push({ type: "future_block", id: exchange.newId("futr_01", 22), payload: { new: true } });
  if (answer.text) blocks.push(textBlock(reply));
  for (const call of answer.toolCalls) {
    blocks.push({
      type: "tool_use",
      id: call.id ?? exchange.newId("toolu_01", 22),
      name: call.name,
      input: call.arguments,
      caller: { type: "direct" },
    });
  }
  return blocks;
}

/** Returns a thinking block. Clients must send its signature back unchanged; here it is the thinking in base64. */
function thinkingBlock(thinking: string): Block {
  return { type: "thinking", thinking, signature: `Eq${Buffer.from(thinking).toString("base64")}` };
}

function textBlock({ answer }: Reply): Block {
  const quotes = answer.citations.map(({ documentIndex, title, quote }) => ({
    type: "char_location",
    cited_text: quote,
    document_index: documentIndex,
    document_title: title,
    start_char_index: 0,
    end_char_index: quote.length,
    file_id: null,
  }));
  const { search } = answer;
  const found = search && {
    type: "web_search_result_location",
    cited_text: search.quote,
    url: search.url,
    title: search.title,
    encrypted_index: "Eo8BCioIAhgBIiQ=",
  };
  const citations = found ? [...quotes, found] : quotes;
  return { type: "text", text: answer.text, ...(citations.length > 0 && { citations }) };
}

function searchBlocks({ answer, exchange }: Reply): Block[] {
  const id = exchange.newId("srvtoolu_01", 22);
  const { query, url, title } = answer.search as NonNullable<typeof answer.search>;
  const result = {
    type: "web_search_result",
    title,
    url,
    encrypted_content: "EqgfCioIARgBIiQ=",
    page_age: "April 30, 2026",
  };
  return [
    { type: "server_tool_use", id, name: "web_search", input: { query }, caller: { type: "direct" } },
    { type: "web_search_tool_result", tool_use_id: id, content: [result], caller: { type: "direct" } },
  ];
}
