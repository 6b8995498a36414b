import { type Ask, emptyAsk, type Turn } from "../text/ask.ts";

type Json = Record<string, unknown>;

/** Reads a Messages body. */
export function askOfMessages(body: Json): Ask {
  const tools = (body.tools ?? []) as Json[];
  const blocks = allBlocks(body);
  const marked = blocks.findLastIndex((block) => block.cache_control);
  const mark = blocks[marked]?.cache_control ?? body.cache_control;
  return {
    ...emptyAsk,
    model: String(body.model ?? ""),
    stream: body.stream === true,
    turns: [...systemTurns(body.system), ...((body.messages ?? []) as Json[]).flatMap(turnsOf)],
    tools: tools
      .filter((tool) => tool.input_schema)
      .map((tool) => ({ name: String(tool.name), schema: tool.input_schema })),
    toolChoice: choiceOf(body.tool_choice as Json | undefined),
    wantsThinking: ["enabled", "adaptive"].includes(String((body.thinking as Json | undefined)?.type)),
    schema: schemaOf(body),
    maxOutputTokens: body.max_tokens as number | undefined,
    stopSequences: (body.stop_sequences ?? []) as string[],
    canSearch: tools.some((tool) => String(tool.type).startsWith("web_search")),
    citedDocuments: blocks.filter(isCited).map(documentOf),
    cacheMarkedText: mark ? textOf(marked < 0 ? blocks : blocks.slice(0, marked + 1)) : undefined,
    cacheLifetime: (mark as Json | undefined)?.ttl === "1h" ? "1h" : "5m",
  };
}

/** Returns every block in the order of the prompt: system, then the messages. */
function allBlocks(body: Json): Json[] {
  const contents = [body.system, ...((body.messages ?? []) as Json[]).map((message) => message.content)];
  return contents.flatMap((content) =>
    typeof content === "string" ? [{ type: "text", text: content }] : ((content ?? []) as Json[]),
  );
}

function systemTurns(system: unknown): Turn[] {
  return system ? [{ role: "system", text: textOf(system) }] : [];
}

/** Returns the turns of a message: one tool turn for each tool result, then a user turn if it also has text. */
function turnsOf(message: Json): Turn[] {
  const role = message.role === "assistant" ? "assistant" : message.role === "system" ? "system" : "user";
  if (typeof message.content === "string") return [{ role, text: message.content }];
  const blocks = (message.content ?? []) as Json[];
  const results = blocks.filter((block) => block.type === "tool_result");
  const rest = blocks.filter((block) => block.type !== "tool_result");
  const attachments = rest.filter((block) => block.type === "image" || block.type === "document").length;
  const userTurn: Turn = { role, text: textOf(rest), attachments };
  const toolTurns = results.map((block): Turn => ({ role: "tool", text: textOf(block.content) }));
  return rest.length > 0 ? [...toolTurns, userTurn] : toolTurns;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return ((content ?? []) as Json[])
    .map((block) => (block.input ? `${block.name}${JSON.stringify(block.input)}` : String(block.text ?? "")))
    .join("");
}

function choiceOf(choice: Json | undefined): Ask["toolChoice"] {
  if (choice?.type === "tool") return { name: String(choice.name) };
  if (choice?.type === "any") return "required";
  return choice?.type === "none" ? "none" : "auto";
}

function schemaOf(body: Json): unknown {
  const format = ((body.output_config as Json | undefined)?.format ?? body.output_format) as Json | undefined;
  return format?.type === "json_schema" ? format.schema : undefined;
}

function isCited(block: Json): boolean {
  return block.type === "document" && (block.citations as Json | undefined)?.enabled === true;
}

function documentOf(block: Json): Ask["citedDocuments"][number] {
  const source = block.source as Json | undefined;
  const text = source?.type === "text" ? String(source.data) : textOf(source?.content);
  return { title: (block.title as string | undefined) ?? null, text };
}
