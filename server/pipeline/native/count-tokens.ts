import type { Principal } from "#server/auth/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { Gateway } from "#server/gateway.ts";
import type { CallerHeaders } from "#server/http/caller-headers.ts";
import { requestNative } from "#server/providers/http.ts";
import { readBounded } from "#server/providers/upstream-body.ts";
import { Stopper, type StopSignal } from "#server/stop-signal.ts";
import { planParts, routingOf } from "../enter-call.ts";
import { nativeBody } from "../native-body.ts";
import { passedOn } from "../native-request.ts";
import { plan } from "../plan.ts";

/** What Anthropic's count takes of a message's body; it refuses everything else. */
const COUNTED = ["model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", "mcp_servers"];

/** An agent counts before it asks: an estimate at once is worth more to it than an exact count later. */
const LONGEST_MS = 10_000;

type Counting = { principal: Principal; headers: CallerHeaders; departure: StopSignal };

/**
 * Returns the input tokens of a messages body as its provider counts them, which costs nothing. Undefined where the
 * first candidate has no such endpoint, and where it does not answer: then the tokens can only be estimated.
 */
export async function countAtProvider(open: Gateway, call: Counting, body: Body): Promise<number | undefined> {
  if (typeof body.model !== "string") return undefined;
  const [candidate] = candidatesOf(open, call.principal, body);
  const native = candidate?.provider.native?.messages;
  if (!candidate || !native?.countPath) return undefined;
  const sent = nativeBody("messages", body, candidate, native, []);
  const counted = Object.fromEntries(COUNTED.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])));
  const stopper = new Stopper();
  const leave = () => stopper.abort();
  const timer = setTimeout(leave, LONGEST_MS);
  call.departure.addEventListener("abort", leave);
  try {
    const response = await requestNative({
      dispatcher: open.egress,
      url: candidate.baseUrl + native.countPath,
      headers: { ...passedOn(native, call.headers), ...native.headers(candidate.credential) },
      body: JSON.stringify(counted),
      signal: stopper,
      headersTimeoutMs: LONGEST_MS,
    });
    const reply = JSON.parse(await readBounded(response.body)) as Body;
    return response.status === 200 && Number.isInteger(reply.input_tokens) ? (reply.input_tokens as number) : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    call.departure.removeEventListener("abort", leave);
  }
}

/** None for a model that nobody serves here: its tokens can be estimated all the same. */
function candidatesOf(open: Gateway, caller: Principal, body: Body) {
  try {
    return plan(planParts(open), {
      ...{ caller, models: [body.model as string], routing: routingOf(body), parameters: [], makes: "text" },
      serves: (provider) => provider.text !== undefined || provider.native?.messages !== undefined,
    });
  } catch {
    return [];
  }
}
