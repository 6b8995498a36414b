import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { toFrames } from "#server/dialects/frames.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { maskSecrets } from "#server/providers/requests/mask.ts";
import { reportedFailure } from "../attempts/attempt-failure.ts";
import { unreadableError } from "../attempts/failure.ts";
import { parseResponse } from "../streaming/parse-response.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";

/**
 * Returns a whole response as the equivalent stream, for upstreams that do not stream. Throws for a response that
 * reports a failure and for invalid JSON. `dialectOf`: returns the dialect of the response.
 */
export function jsonToSse(
  call: TextCall,
  attempt: TextAttempt,
  dialectOf: (response: Body) => Dialect,
  text: string,
): string {
  const reply = parseResponse(text, parseJsonText);
  if (!reply) throw unreadableError(maskSecrets(text.slice(0, 2000), attempt.candidate.credential));
  const dialect = dialectOf(reply);
  const { error } = dialect.observeResponse(reply);
  if (error) throw reportedFailure(call, attempt, error);
  return toFrames(dialect.replay(reply));
}
