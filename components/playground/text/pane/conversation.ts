import type { Answer, ToolCall } from "#components/playground/result/answer.ts";

/** An image sent with a prompt, as a data URL. */
export type Attachment = { id: string; name: string; mediaType: string; dataUrl: string; sizeBytes: number };

/** The result that the user's own program would have returned for a tool call. */
export type ToolResult = { callId: string; name: string; output: string };

/** The user's decision about a call that waits for approval. `name`: of the tool. */
export type Decision = { requestId: string; name: string; approve: boolean };

export type UserTurn = {
  id: string;
  role: "user";
  text: string;
  attachments: readonly Attachment[];
  toolResults: readonly ToolResult[];
  /** Absent: none. */
  decisions?: readonly Decision[];
};

export type AssistantTurn = { id: string; role: "assistant"; answer: Answer };

export type Turn = UserTurn | AssistantTurn;

/** Returns the turns before one, for a retry from there. */
export function turnsBefore(turns: readonly Turn[], id: string): readonly Turn[] {
  const index = turns.findIndex((turn) => turn.id === id);
  return index < 0 ? turns : turns.slice(0, index);
}

/** Returns the turns up to and including one, for a branch. */
export function turnsThrough(turns: readonly Turn[], id: string): readonly Turn[] {
  const index = turns.findIndex((turn) => turn.id === id);
  return index < 0 ? turns : turns.slice(0, index + 1);
}

/**
 * Returns the calls of the last response without a result; both dialects reject a conversation that leaves them open.
 */
export function openCalls(turns: readonly Turn[]): readonly ToolCall[] {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || last.answer.status !== "done") return [];
  return last.answer.toolCalls;
}

/** Returns whether a response contains anything that can be sent back as part of the conversation. */
export function saysSomething({ answer }: AssistantTurn): boolean {
  return answer.text !== "" || callsToKeep(answer).length > 0 || (answer.approvals ?? []).length > 0;
}

/** Returns the complete calls of a response; those of a truncated one have incomplete arguments. */
export function callsToKeep(answer: Answer): readonly ToolCall[] {
  return answer.status === "done" ? answer.toolCalls : [];
}

/** Returns the user's first message, shortened, as the conversation's name. */
export function nameOf(turns: readonly Turn[]): string {
  const first = turns.find((turn) => turn.role === "user");
  const line = first?.text.trim().replaceAll(/\s+/g, " ") ?? "";
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "Untitled";
}
