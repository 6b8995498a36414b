"use client";

import type { z } from "zod";
import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { AlertChannel as ContractChannel } from "#lib/contract/alert-channels.ts";
import type { AlertRule as ContractRule } from "#lib/contract/alert-rules.ts";
import type { Alert as ContractAlert, AlertDelivery as ContractDelivery } from "#lib/contract/alerts.ts";

export type Alert = z.output<typeof ContractAlert>;
export type AlertRule = z.output<typeof ContractRule>;
export type AlertChannel = z.output<typeof ContractChannel>;
export type AlertDelivery = z.output<typeof ContractDelivery>;

export const TABS = ["open", "rules", "channels", "history"] as const;

export const CHANNEL_LABELS: Record<AlertChannel["type"], string> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Teams",
  email: "Email",
};

const parsers = {
  tab: parseAsStringLiteral(TABS).withDefault("open"),
  /** The alert whose panel is open; links in messages name it. */
  alert: parseAsString,
  /** The rule or channel whose form is open. */
  rule: parseAsString,
  channel: parseAsString,
  create: parseAsBoolean.withDefault(false),
};

/** The view of the alerts page, stored in the URL. */
export function useAlertView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  return { view, setView };
}

/** Returns where a channel sends to: recipients, or a host. The rest of a URL may contain a token. */
export function placeOf({ config }: AlertChannel): string {
  const { url, to } = config as { url?: string; to?: string[] };
  if (to) return to.join(", ");
  return URL.parse(url ?? "")?.host ?? "";
}
