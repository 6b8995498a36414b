import { handle } from "#server/http/handle.ts";
import { backtestGuardrail } from "#server/operations/guardrails/tests/backtest-guardrail.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(backtestGuardrail);
