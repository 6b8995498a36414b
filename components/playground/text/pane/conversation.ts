import type { Answer, ToolCall } from "#components/playground/result/answer.ts";

/** A picture sent with a prompt, as a data URL. */
export type Attachment = { id: string; name: string; mediaType: string; dataUrl: string; sizeBytes: number };

/** What the person's own program would have answered a tool call with. */
export type ToolResult = { callId: string; name: string; output: string };

export type UserTurn = {
  id: string;
  role: "user";
  text: string;
  attachments: readonly Attachment[];
  toolResults: readonly ToolResult[];
};

export type AssistantTurn = { id: string; role: "assistant"; answer: Answer };

export type Turn = UserTurn | AssistantTurn;

/** The turns before one, for asking again from there. */
export function turnsBefore(turns: readonly Turn[], id: string): readonly Turn[] {
  const index = turns.findIndex((turn) => turn.id === id);
  return index < 0 ? turns : turns.slice(0, index);
}

/** The turns up to and with one, for a branch. */
export function turnsThrough(turns: readonly Turn[], id: string): readonly Turn[] {
  const index = turns.findIndex((turn) => turn.id === id);
  return index < 0 ? turns : turns.slice(0, index + 1);
}

/** Calls of the last answer that wait for a result; both dialects refuse a conversation that leaves them open. */
export function openCalls(turns: readonly Turn[]): readonly ToolCall[] {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || last.answer.status !== "done") return [];
  return last.answer.toolCalls;
}

/** Whether an answer has anything that can be sent back as part of the conversation. */
export function saysSomething({ answer }: AssistantTurn): boolean {
  return answer.text !== "" || callsToKeep(answer).length > 0;
}

/** The calls of an answer that are whole; those of a cut answer have half their arguments. */
export function callsToKeep(answer: Answer): readonly ToolCall[] {
  return answer.status === "done" ? answer.toolCalls : [];
}

/** The first thing the person asked, shortened, as the name of the conversation. */
export function nameOf(turns: readonly Turn[]): string {
  const first = turns.find((turn) => turn.role === "user");
  const line = first?.text.trim().replaceAll(/\s+/g, " ") ?? "";
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "Untitled";
}
