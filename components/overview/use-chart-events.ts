"use client";

import { useQuery } from "@tanstack/react-query";
import type { ChartEvent } from "#components/charts/marks.tsx";
import type { TimeRange } from "#components/charts/time/time-range.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { query } from "#lib/api/query.ts";
import { listAudit } from "#lib/contract/audit.ts";
import { getSystem } from "#lib/contract/system.ts";

/** Labels of the changes that can explain a jump in a chart, by record. */
const NOUNS: Record<string, string> = {
  guardrail: "Guardrail",
  key: "Key",
  credential: "Provider key",
  price: "Price",
  price_refresh: "Prices",
  budget: "Budget",
  preset: "Preset",
  workspace: "Workspace",
};
const VERBS: Record<string, string> = { create: "created", update: "saved", delete: "deleted", rotate: "rotated" };

/** Returns what changed in a time range, for the time axis: at most the last hundred. Members see none. */
export function useChartEvents({ from, to }: TimeRange): readonly ChartEvent[] {
  const { slug } = useShell().currentWorkspace;
  const may = usePermission(listAudit);
  const input = { workspace_id: slug, from: new Date(from).toISOString(), to: new Date(to).toISOString(), limit: 100 };
  const { data } = useQuery({ ...query(listAudit, { query: input }), enabled: may && from > 0 });
  const system = useQuery({ ...query(getSystem), enabled: may });
  const changes = data?.data.flatMap(({ action, target, created_at: at }) => {
    const [noun = "", verb = ""] = action.split(".");
    const subject = NOUNS[noun];
    if (!subject) return [];
    const name = target.name ? ` ${target.name}` : "";
    return [{ atMs: Date.parse(at), label: `${subject}${name} ${VERBS[verb] ?? verb.replaceAll("_", " ")}` }];
  });
  const started = system.data?.data;
  const startedMs = Date.parse(started?.started_at ?? "");
  const start =
    startedMs >= from && startedMs < to ? [{ atMs: startedMs, label: `Gateway started (${started?.version})` }] : [];
  return [...(changes ?? []), ...start];
}
