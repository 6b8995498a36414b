import type { createResponse } from "#lib/contract/responses.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { createItemMemory } from "./item-memory.ts";

type Body = Record<string, unknown>;
type ResponseCall = Call<typeof createResponse>;

const memory = createItemMemory({ maxBytes: 64 * 1024 * 1024, lifetimeMs: 3_600_000 });

/**
 * Completes a request whose client refers to earlier items: adds the items, and requests reasoning that can be sent
 * back.
 */
export function withItems(gateway: Gateway, call: ResponseCall): ResponseCall {
  const input = memory.resolve(ownerOf(call), call.raw.input, gateway.now());
  return { ...call, raw: withNumbersOf(call.raw, withSealedReasoning(gateway, { ...call.raw, input })) };
}

/** Requests reasoning in encrypted form, the only one that can be sent back, if the model supports it. */
export function withSealedReasoning(gateway: Gateway, raw: Body): Body {
  return reasons(gateway, raw) ? { ...raw, include: sealedToo(raw.include) } : raw;
}

/** Stores the items of a complete response, given as its JSON object. */
export function rememberResponse(gateway: Gateway, call: ResponseCall, { output }: Record<string, unknown>): void {
  memory.remember(ownerOf(call), output, gateway.now());
}

/** Stores an item that a stream has completed. */
export function rememberItem(gateway: Gateway, call: ResponseCall, item: unknown): void {
  memory.remember(ownerOf(call), [item], gateway.now());
}

/** Items are visible to the workspace of the request that produced them. */
function ownerOf({ principal }: ResponseCall): string {
  return principal.workspaceId;
}

/** Returns whether every endpoint of the model supports reasoning; one that does not may reject the request. */
function reasons({ catalogue }: Gateway, { model }: Body): boolean {
  const endpoints = catalogue.endpointsOf(String(model));
  return endpoints.length > 0 && endpoints.every((one) => one.supportedParameters.includes("reasoning"));
}

function sealedToo(include: unknown): unknown[] {
  return [...new Set([...(Array.isArray(include) ? include : []), "reasoning.encrypted_content"])];
}
