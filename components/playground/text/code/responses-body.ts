import { type Json, textOf } from "#components/playground/read-json.ts";
import { isRecord } from "#lib/is-record.ts";
import type { AssistantTurn, Turn, UserTurn } from "../pane/conversation.ts";
import { callsToKeep, saysSomething } from "../pane/conversation.ts";
import type { RequestParts } from "./request-parts.ts";

/** Returns the body of `POST /responses` for a conversation, with only the supported parameters. */
export function responsesBody(parts: RequestParts): Json {
  const { model, settings, values, stop, tools, schema, turns } = parts;
  const allTools = toolsOf(parts);
  const { max_tokens, reasoning_effort, verbosity, ...numbers } = values;
  const text = {
    ...(schema && { format: { type: "json_schema", name: "answer", schema, strict: true } }),
    ...(verbosity !== undefined && { verbosity }),
  };
  return {
    model,
    input: inputOf(turns),
    ...(settings.system.trim() !== "" && { instructions: settings.system }),
    ...(max_tokens !== undefined && { max_output_tokens: max_tokens }),
    ...numbers,
    ...(stop.length > 0 && { stop }),
    ...(reasoning_effort !== undefined && { reasoning: { effort: reasoning_effort, summary: "auto" } }),
    ...(allTools.length > 0 && { tools: allTools }),
    ...(tools.length > 0 && settings.toolChoice !== "auto" && { tool_choice: settings.toolChoice }),
    ...(Object.keys(text).length > 0 && { text }),
    ...(settings.fallbacks.length > 0 && { models: settings.fallbacks }),
    ...(settings.stream && { stream: true }),
  };
}

function toolsOf({ tools, serverTools, mcpServers }: RequestParts): Json[] {
  return [
    ...tools.map((tool) => ({ type: "function", ...tool })),
    ...serverTools.map((name) => ({ type: `switchboard:${name}` })),
    ...mcpServers.map((slug) => ({ type: "mcp", server_label: slug })),
  ];
}

/** A single plain question is sent as plain text, as one would write it by hand. */
function inputOf(turns: readonly Turn[]): string | Json[] {
  const [only] = turns;
  const plain = turns.length === 1 && only?.role === "user" && only.attachments.length + only.toolResults.length === 0;
  if (plain) return only.text;
  const last = turns.at(-1);
  return turns.flatMap((turn, index) => {
    if (turn.role === "user") return userItems(turn, turn === last);
    return answerItems(turn, index === turns.length - 2);
  });
}

/** A decision is sent once: each request that has one runs the approved calls. */
function userItems({ text, attachments, toolResults, decisions = [] }: UserTurn, isLast: boolean): Json[] {
  const results: Json[] = [
    ...(isLast ? decisions : []).map(({ requestId, approve }) => ({
      type: "mcp_approval_response",
      approval_request_id: requestId,
      approve,
    })),
    ...toolResults.map(({ callId, output }) => ({ type: "function_call_output", call_id: callId, output })),
  ];
  if (attachments.length === 0) return text === "" ? results : [...results, { role: "user", content: text }];
  const content = [
    ...attachments.map(({ dataUrl }) => ({ type: "input_image", image_url: dataUrl, detail: "auto" })),
    ...(text === "" ? [] : [{ type: "input_text", text }]),
  ];
  return [...results, { role: "user", content }];
}

/** `isOpen`: the user's turn that follows is the last one, so that requests for approval are still open. */
function answerItems(turn: AssistantTurn, isOpen: boolean): Json[] {
  if (!saysSomething(turn)) return [];
  const { answer } = turn;
  const calls = callsToKeep(answer).map((call) => ({
    type: "function_call",
    call_id: call.id,
    name: call.name,
    arguments: call.arguments || "{}",
  }));
  const messages = answer.text === "" ? [] : [{ role: "assistant", content: answer.text }];
  const requests = (isOpen ? (answer.approvals ?? []) : []).map(({ id, server, name, arguments: input }) => ({
    type: "mcp_approval_request",
    id,
    server_label: server,
    name,
    arguments: input,
  }));
  return [...proofs(turn), ...messages, ...calls, ...requests];
}

/** Reasoning can only be sent back with its proof; nothing is stored under its id. */
function proofs({ answer }: AssistantTurn): Json[] {
  if (answer.dialect !== "responses" || answer.status !== "done") return [];
  return answer.blocks.filter(
    (item) => isRecord(item) && item.type === "reasoning" && textOf(item.encrypted_content) !== "",
  );
}
