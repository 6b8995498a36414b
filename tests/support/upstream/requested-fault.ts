import { type Fault, faultIn } from "./fault.ts";
import type { RecordedRequest } from "./recorded.ts";

/**
 * The faults a program can ask for without scripting, as markers: in the `x-fault` header, in the path (so in a base
 * URL, as `http://127.0.0.1:4000/fault-429/v1`), in the model's name, or in the last thing the user said.
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
