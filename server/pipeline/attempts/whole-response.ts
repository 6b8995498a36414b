import type { DialectEvent } from "#server/dialects/dialect.ts";
import { convertEvents } from "../converted/convert-stream.ts";
import { guardResponse } from "../guard/guard-output.ts";
import { runNative } from "../native/native-response.ts";
import { healResponse, healsResponse } from "../plugins/heal-response.ts";
import { noteResponse } from "../streaming/transcript.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { asUpstreamError } from "./attempt-failure.ts";
import { cutOffError } from "./failure.ts";

/**
 * Returns one candidate's whole response as JSON text. Rejects with an UpstreamError, so that the next candidate can be
 * tried.
 */
export async function requestWholeResponse(call: TextCall, attempt: TextAttempt): Promise<string> {
  const native = attempt.loop ? undefined : attempt.candidate.provider.native?.[call.dialect.id];
  try {
    return native ? await runNative(call, attempt, native) : await collectConverted(call, attempt);
  } catch (thrown) {
    throw asUpstreamError(call, attempt, thrown);
  } finally {
    attempt.timeouts.done();
  }
}

// Returns a converted response that is not streamed, by collecting the converted stream.
async function collectConverted(call: TextCall, attempt: TextAttempt): Promise<string> {
  const all: DialectEvent[] = [];
  let opened = false;
  for await (const events of convertEvents(call, attempt)) {
    if (!opened && attempt.state.firstContentMs !== undefined) {
      opened = true;
      attempt.timeouts.opened();
    }
    all.push(...events);
  }
  // A loop has a state for each step.
  const { state } = attempt;
  if (!state.ended) throw cutOffError();
  const response = call.dialect.collect(all);
  if (healsResponse(call.body)) healResponse(call.dialect, call.body, response, call.pluginNotes);
  await guardResponse(call, attempt, response);
  noteResponse(call, attempt.state, response);
  return JSON.stringify(response);
}
