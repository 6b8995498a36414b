import { createResponse as endpoint } from "#lib/contract/responses.ts";
import { refersToItems, responsesStyle, sendsItemsBack, wantsEveryKey } from "#server/caller/clients.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { withEveryKey } from "#server/dialects/responses/encode/every-key.ts";
import { withCallItems, withKnownItems } from "#server/dialects/responses/encode/known-items.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { responsesFor } from "#server/dialects/responses/responses-for.ts";
import { operation } from "#server/http/operation.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { completeCall } from "../complete-call.ts";
import { toolServices } from "../tool-services.ts";
import { rememberItem, rememberResponse, withItems } from "./referring-call.ts";

export const createResponse = operation(endpoint)(async (gateway, given) => {
  const completed = completeCall(gateway, "responses", given);
  const complete = completed instanceof Promise ? await completed : completed;
  const { headers } = complete;
  const knownItems = sendsItemsBack(headers);
  const call = knownItems ? withCalls(complete) : complete;
  const services = toolServices(gateway);
  const style = responsesStyle(headers);
  if (style === "openai") return await runText(gateway, responses, endpoint.id, call, services);
  const everyKey = wantsEveryKey(headers);
  const refers = refersToItems(headers) && call.raw.store !== false;
  const dialect = responsesFor(
    { style, everyKey, knownItems },
    refers ? (item) => rememberItem(gateway, call, item) : undefined,
  );
  const response = await runText(gateway, dialect, endpoint.id, refers ? withItems(gateway, call) : call, services);
  if (!(everyKey || refers || knownItems) || typeof response.body !== "string") return response;
  const whole = parseJsonText(response.body) as Body;
  if (refers) rememberResponse(gateway, call, whole);
  if (!everyKey && !knownItems) return response;
  const shown = knownItems ? withKnownItems(whole) : whole;
  return { ...response, body: JSON.stringify(everyKey ? withEveryKey(shown) : shown) };
});

function withCalls<Given extends { raw: Body }>(call: Given): Given {
  const input = withCallItems(call.raw.input);
  return input === call.raw.input ? call : { ...call, raw: withNumbersOf(call.raw, { ...call.raw, input }) };
}
