import { type Fault, faultIn } from "./fault.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/**
 * Returns the faults that a program requests with markers instead of a script: in the `x-fault` header, in the path (so
 * in a base URL, as `http://127.0.0.1:4000/fault-429/v1`), in the model's name, or in the last user message.
 */
export function requestedFault({ headers, path, raw, body }: RecordedRequest): Fault {
  const marked = raw.includes("fault-") ? markedText(body) : "";
  return faultIn(`${headers["x-fault"] ?? ""} ${path} ${marked}`);
}

function markedText(body: unknown): string {
  const { model, input, messages, contents, prompt } = (body ?? {}) as Record<string, unknown>;
  const turns = input ?? messages ?? contents ?? prompt;
  const last = Array.isArray(turns) ? turns.findLast(isUserTurn) : turns;
  return `${model ?? ""} ${JSON.stringify(last ?? "")}`;
}

function isUserTurn(turn: unknown): boolean {
  const { role } = (turn ?? {}) as { role?: string };
  return role === undefined || role === "user";
}
