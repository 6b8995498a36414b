import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import type { Provider } from "#server/providers/provider.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { withoutGatewayFields } from "../native/native-body.ts";
import { dropUnsupported } from "../native/unsupported-fields.ts";
import { textAdapter } from "./text-adapter.ts";

export type Providers = Pick<ReadonlyMap<string, Provider>, "get">;

/** Matches `tools[2] (local_shell): dropped` and `stop_sequences: dropped (…)`. */
const DROPPED = /^(.+?): dropped\b/;
/** Matches notes about the response rather than the request. */
const OF_RESPONSE = /^response \(/;
/** Matches notes about earlier turns, which are not parameters: one provider's signatures mean nothing to another. */
const OF_HISTORY = /^(?:input|messages)\[/;

const LONGEST_HEADER = 1000;

/** Returns the request fields that were dropped, as a header value; undefined if there are none. */
export function droppedHeader(notes: readonly string[]): string | undefined {
  if (notes.length === 0) return undefined;
  const names = droppedIn(notes)
    .join(", ")
    .replace(/[^\x20-\x7e]/g, "?");
  return names === "" ? undefined : names.slice(0, LONGEST_HEADER);
}

/** Returns whether the caller accepts only providers that support every parameter. */
export function requiresAll({ provider }: Body): boolean {
  return (provider as { require_parameters?: unknown } | null | undefined)?.require_parameters === true;
}

/** Returns why a model endpoint cannot honor the whole body; undefined if it can. */
export function findUnsupportedFields(
  dialect: Dialect,
  body: Body,
  endpoint: ModelEndpoint,
  providers: Providers,
): string | undefined {
  const serving = servingProvider(providers, endpoint);
  const request = { dialect: dialect.id, body, model: endpoint.upstreamModel, credential: "" };
  const provider = serving && textAdapter(serving, request);
  const native = provider?.native?.[dialect.id];
  const notes: string[] = [];
  if (native) dropUnsupported(dialect.id, withoutGatewayFields(body), native, endpoint.upstreamModel, notes);
  else notes.push(...dialect.decode(body, provider ?? { id: endpoint.provider }).notes);
  const dropped = droppedIn(notes).filter((name) => !OF_HISTORY.test(name));
  if (dropped.length === 0) return undefined;
  return `${dropped.slice(0, 10).join(", ")}: not supported by ${endpoint.provider}, and require_parameters is true`;
}

function droppedIn(notes: readonly string[]): string[] {
  const names = notes.filter((note) => !OF_RESPONSE.test(note)).flatMap((note) => DROPPED.exec(note)?.[1] ?? []);
  return [...new Set(names)];
}
