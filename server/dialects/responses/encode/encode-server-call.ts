import type {
  LanguageModelV4ToolApprovalRequest,
  LanguageModelV4ToolResult,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { textOf } from "#server/dialects/read-field.ts";
import { serverOf } from "#server/dialects/server-call.ts";
import { addItem, emit, finishItem, type ResponseStream } from "../response-stream.ts";
import { finishEndedItem, type OpenParts, type ServerCallItem } from "./open-parts.ts";

type Called = { toolName: string; providerMetadata?: SharedV4ProviderMetadata };

/**
 * Adds the item of a tool that the gateway runs, if it is missing: an `mcp_call`, which clients of the dialect know.
 * Returns false for any other tool.
 */
export function startServerCall(stream: ResponseStream, parts: OpenParts, id: string, called: Called): boolean {
  const server = serverOf(called.providerMetadata);
  if (!server) return false;
  if (parts.serverCalls.has(id)) return true;
  finishEndedItem(parts);
  const approvalId = textOf(called.providerMetadata?.switchboard?.approvalId);
  const call: Omit<ServerCallItem, "item"> = { name: called.toolName, input: "" };
  const item = addItem(stream, "mcp", (itemId, status) => ({
    type: "mcp_call",
    id: itemId,
    server_label: server,
    name: call.name,
    arguments: call.input,
    output: call.output ?? null,
    error: call.error ?? null,
    approval_request_id: approvalId ?? null,
    status: call.error === undefined ? status : "failed",
  }));
  parts.serverCalls.set(id, Object.assign(call, { item }));
  emit(stream, "response.mcp_call.in_progress", placeOf(call as ServerCallItem));
  return true;
}

export function addServerInput(stream: ResponseStream, parts: OpenParts, id: string, delta: string): void {
  const call = parts.serverCalls.get(id);
  if (!call || delta === "") return;
  call.input += delta;
  emit(stream, "response.mcp_call_arguments.delta", { ...placeOf(call), delta });
}

/** Sends the rest of the arguments. `input`: all of them. */
export function finishServerInput(stream: ResponseStream, parts: OpenParts, id: string, input: string): void {
  const call = parts.serverCalls.get(id);
  if (!call) return;
  const whole = input || "{}";
  if (whole.startsWith(call.input)) addServerInput(stream, parts, id, whole.slice(call.input.length));
  emit(stream, "response.mcp_call_arguments.done", { ...placeOf(call), arguments: call.input });
}

/** Ends the call of a tool that the gateway ran. The results of a provider's own tools have no place in the dialect. */
export function endServerCall(stream: ResponseStream, parts: OpenParts, part: LanguageModelV4ToolResult): void {
  const call = parts.serverCalls.get(part.toolCallId);
  if (!call) return void stream.context.dropped?.(`${part.toolName} result`);
  const text = String(part.result);
  if (part.isError) call.error = text;
  else call.output = text;
  emit(stream, `response.mcp_call.${part.isError ? "failed" : "completed"}`, placeOf(call));
  finishItem(stream, call.item, "completed");
}

/** Adds a request to approve a call. Returns false for one that is not the gateway's. */
export function addApprovalRequest(
  stream: ResponseStream,
  parts: OpenParts,
  { approvalId, providerMetadata }: LanguageModelV4ToolApprovalRequest,
): boolean {
  const { server, name, input } = providerMetadata?.switchboard ?? {};
  if (server === undefined) return false;
  finishEndedItem(parts);
  const item = addItem(stream, "mcpr", () => ({
    type: "mcp_approval_request",
    id: approvalId,
    server_label: server,
    name,
    arguments: input,
  }));
  finishItem(stream, item, "completed");
  return true;
}

function placeOf({ item }: ServerCallItem) {
  return { item_id: item.id, output_index: item.index };
}
