"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { type EffectiveGuardrail, getEffectiveGuardrail } from "#lib/contract/guardrail-effective.ts";
import { usdColumn } from "#lib/usd-column.ts";
import { ACTION_LABELS } from "../guardrail-labels.ts";

type Effective = z.output<typeof EffectiveGuardrail>;

/** Everything that applies to a key, or by default to the workspace, as stored, with the guardrail it comes from. */
export function EffectiveRules({ keyHash }: { keyHash: string | undefined }) {
  const result = useQuery(query(getEffectiveGuardrail, { query: keyHash ? { key_hash: keyHash } : {} }));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The rules could not be merged" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="the merged rules">
        <Skeleton className="w-64" />
      </Loading>
    );
  }
  const { sources } = data.data;
  const lines = linesOf(data.data);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-muted">
        {keyHash ? "Rules for requests with this key" : "Rules of the workspace default"}, as saved.{" "}
        {sources.length === 0 && "No guardrail applies."}
      </p>
      <ul className="flex flex-col divide-y">
        {lines.map(({ what, source, isShadow }) => (
          <li key={`${what} ${source.guardrail_id}`} className="flex flex-wrap items-baseline gap-x-2 py-1.5">
            <span className="[overflow-wrap:anywhere]">{what}</span>
            {isShadow && <Badge>shadow</Badge>}
            <span className="ml-auto text-muted text-xs">
              {source.guardrail_name}, by {source.scope}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Line = { what: string; source: Effective["sources"][number]; isShadow?: boolean };

function linesOf(all: Effective): Line[] {
  const rules = (list: Effective["input_rules"], where: string) =>
    list.map(({ action, name, shadow, source }) => ({
      what: `${ACTION_LABELS[action]} ${name} ${where}`,
      source,
      isShadow: shadow,
    }));
  const names = (lists: Effective["allowed_models"], word: string) =>
    lists.map((list) => ({ what: `${word} ${list.names.join(", ")}`, source: list.source }));
  const usd = usdColumn(
    all.budgets.flatMap(({ limit_usd: limit, spent_usd: spent }) => [limit, spent]),
    { total: true },
  );
  return [
    ...rules(all.input_rules, "in requests"),
    ...rules(all.output_rules, "in responses"),
    ...names(all.allowed_models, "Allowed models:"),
    ...names(all.ignored_models, "Excluded models:"),
    ...names(all.allowed_providers, "Allowed providers:"),
    ...names(all.ignored_providers, "Excluded providers:"),
    ...names(all.allowed_tools, "Allowed tools:"),
    ...names(all.ignored_tools, "Excluded tools:"),
    ...names(all.allowed_data_regions, "Data regions:"),
    ...all.zero_data_retention.map(({ providers, source }) => ({ what: `Zero data retention: ${providers}`, source })),
    ...all.budgets.map(({ limit_usd: limit, spent_usd: spent, reset_interval: reset, source }) => ({
      what: `${usd(spent)} of ${usd(limit)} spent${reset ? `, ${reset}` : ""}`,
      source,
    })),
  ];
}
