import { handle } from "#server/http/handle.ts";
import { listGuardrailVersions } from "#server/operations/guardrails/list-guardrail-versions.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGuardrailVersions);
