import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";

/**
 * Throws 400 for a request in Anthropic's beta of message threads, which keeps a conversation at Anthropic and sends
 * only its new messages. Guardrails, budgets and other providers need all of them. The published SDK's tool runner
 * understands the error and goes on with whole conversations
 * (https://platform.claude.com/docs/en/build-with-claude/message-threads).
 */
export function rejectThread({ thread }: Body): void {
  if (thread === undefined || thread === null) return;
  throw new HttpError(
    400,
    "Invalid request: thread: message threads are not supported; send the whole conversation in messages, without thread",
    { details: { error_code: "thread_unsupported_request" } },
  );
}
