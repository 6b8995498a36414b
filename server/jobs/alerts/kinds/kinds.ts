import type { AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { budgetForecast } from "./budget-forecast.ts";
import { canaryRolledBack } from "./canary-rolled-back.ts";
import { credentialRejected } from "./credential-rejected.ts";
import { errorAnomaly } from "./error-anomaly.ts";
import { guardrailSpike } from "./guardrail-spike.ts";
import { keyExpiring } from "./key-expiring.ts";
import { keyLeaked } from "./key-leaked.ts";
import type { AlertKind, AlertPlace, Finding } from "./kind.ts";
import { limitUsage } from "./limit-usage.ts";
import { modelRetiring } from "./model-retiring.ts";
import { providerDegraded } from "./provider-degraded.ts";
import { sessionSpend } from "./session-spend.ts";
import { spendAnomaly } from "./spend-anomaly.ts";
import { spendThreshold } from "./spend-threshold.ts";

const KINDS: { [Name in AlertKindName]: AlertKind<Name> } = {
  spend_threshold: spendThreshold,
  session_spend: sessionSpend,
  limit_usage: limitUsage,
  budget_forecast: budgetForecast,
  spend_anomaly: spendAnomaly,
  error_anomaly: errorAnomaly,
  provider_degraded: providerDegraded,
  guardrail_spike: guardrailSpike,
  key_expiring: keyExpiring,
  key_leaked: keyLeaked,
  credential_rejected: credentialRejected,
  canary_rolled_back: canaryRolledBack,
  model_retiring: modelRetiring,
};

/** A rule's kind and parameters, which the contract has validated. */
export type KindAndParams = { kind: string; params: unknown };

/** Returns the kind of a rule. */
export function kindOf({ kind }: Pick<KindAndParams, "kind">): AlertKind {
  return KINDS[kind as AlertKindName] as AlertKind;
}

/** Returns what a rule finds at each of these moments (Unix ms, in order). */
export function findAt(place: AlertPlace, rule: KindAndParams, times: readonly number[]): Promise<Finding[][]> {
  return kindOf(rule).findAt(place, rule.params as never, times);
}
