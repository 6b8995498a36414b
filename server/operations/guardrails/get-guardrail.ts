import { getGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { operation } from "#server/http/operation.ts";
import { guardrailRecord } from "./guardrail-record.ts";
import { requireGuardrail } from "./require-guardrail.ts";

export const getGuardrail = operation(endpoint)(async (gateway, { principal, params }) => ({
  data: guardrailRecord(await requireGuardrail(gateway, principal, params.id)),
}));
