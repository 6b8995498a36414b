/** The kinds of alert rules, with their names in the console. */
export const ALERT_KINDS = {
  spend_threshold: "Spending above a threshold",
  session_spend: "Session cost above a threshold",
  limit_usage: "Spending limit nearly used up",
  budget_forecast: "Forecast above a budget",
  spend_anomaly: "Unusual spending",
  error_anomaly: "Unusual errors",
  provider_degraded: "Provider degraded",
  guardrail_spike: "Guardrail spike",
  key_expiring: "API key about to expire",
  key_leaked: "API key reported as leaked",
  credential_rejected: "Provider key rejected",
  canary_rolled_back: "Canary rolled back",
  model_retiring: "Model retiring",
} as const;

export type AlertKindName = keyof typeof ALERT_KINDS;
