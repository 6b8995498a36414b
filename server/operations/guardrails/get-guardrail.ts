import { getGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { operation } from "#server/http/operation.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";
import { guardrailRecord } from "./guardrail-record.ts";

export const getGuardrail = operation(endpoint)(async (gateway, { principal, params }) => ({
  data: guardrailRecord(await guardrailInReach(gateway, principal, params.id)),
}));
