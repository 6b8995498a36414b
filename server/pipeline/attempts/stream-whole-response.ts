import type { Body } from "#server/dialects/dialect.ts";
import { UpstreamError } from "#server/errors.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { NativeResponse } from "#server/providers/exchange/exchange.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";
import { sendNative } from "../native/native-request.ts";
import { createSseCollector } from "../native/sse-to-json.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";

/**
 * Requests a stream instead of a whole response, so that a silent provider is detected early. Returns the response, or
 * undefined if the provider refuses to stream this request.
 */
export async function askForStream(
  call: TextCall,
  attempt: TextAttempt,
  native: NativeText,
): Promise<NativeResponse | undefined> {
  const body = withNumbersOf(call.body, { ...call.body, stream: true });
  try {
    return await sendNative({ ...call, body }, attempt, native);
  } catch (thrown) {
    // OpenAI streams some models to verified organizations only.
    if (thrown instanceof UpstreamError && thrown.fault === "request" && /\bstream/i.test(thrown.message))
      return undefined;
    throw thrown;
  }
}

/**
 * Returns whether the dialect's stream carries everything that a whole response would. Audio, custom tools and
 * background requests are exceptions.
 */
export function isStreamComplete({ dialect, body }: TextCall): boolean {
  if (body.background === true || body.stream_options) return false;
  // OpenAI does not stream the best of several completions.
  if (dialect.id === "completions") return Number(body.best_of ?? 1) === 1;
  if (dialect.id !== "chat") return true;
  const { modalities, tools, audio } = body as Record<string, unknown>;
  const list = Array.isArray(tools) ? (tools as (Body | null)[]) : [];
  return !audio && !modalities && list.every((tool) => tool?.type === "function");
}

/** How long to wait for the end of the body after an upstream has ended its response. */
const AFTER_END_MS = 1_000;

/** Returns the whole response collected from a stream. The first content and each event restart the timeouts. */
export function readStreamed(call: TextCall, attempt: TextAttempt, { body }: NativeResponse): Promise<Body> {
  const { timeouts } = attempt;
  const gatherer = createSseCollector(call, attempt);
  const frames = createFrames();
  let isOpened = false;
  let lingering: NodeJS.Timeout | undefined;
  return new Promise((done, failed) => {
    const finish = () => {
      clearTimeout(lingering);
      try {
        done(gatherer.finish());
      } catch (error) {
        failed(error);
      }
    };
    body.flow({
      data(chunk) {
        try {
          const whole = frames.push(chunk);
          if (!whole || gatherer.isOver()) return;
          eachData(whole, (data) => {
            if (data === "") return;
            timeouts.progress();
            gatherer.add(data);
          });
          if (!isOpened && gatherer.hasContent()) {
            isOpened = true;
            timeouts.opened();
          }
          if (!gatherer.isOver()) return;
          finish();
          lingering = setTimeout(() => body.destroy(), AFTER_END_MS);
        } catch (error) {
          body.destroy();
          failed(error);
        }
      },
      end: finish,
      failed,
    });
  });
}
