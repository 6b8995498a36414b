"use client";

import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { formatPercent } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import type { GuardrailRuleEntry } from "#lib/guardrail-rules.ts";
import { problemAt, useEditor } from "../editor/editor-context.ts";
import { type BuiltinFilter, usualTexts } from "../guardrail.ts";
import { ACTION_LABELS, TEXT_OPTIONS } from "../guardrail-labels.ts";
import { RecentHits } from "../hits/recent-hits.tsx";
import type { Recent } from "../hits/use-hits.ts";
import { RuleScope } from "./rule-scope.tsx";

const INJECTION = "regex-prompt-injection";

type BuiltinRuleProps = { rule: GuardrailRuleEntry; costMs: number | undefined; recent: Recent | undefined };

/** One built-in rule: on or off, its action and its texts. */
export function BuiltinRule({ rule, costMs, recent }: BuiltinRuleProps) {
  const { draft, set, issues } = useEditor();
  const all = draft.content_filter_builtins ?? [];
  const index = all.findIndex(({ slug }) => slug === rule.slug);
  const filter = all[index];
  const turn = (on: boolean) => {
    const others = all.filter(({ slug }) => slug !== rule.slug);
    const added = { slug: rule.slug, action: rule.defaultAction };
    set({ content_filter_builtins: on ? [...others, added] : others });
  };
  const change = (part: Partial<BuiltinFilter>) =>
    set({ content_filter_builtins: all.map((one) => (one.slug === rule.slug ? { ...one, ...part } : one)) });
  const problem = index < 0 ? undefined : problemAt(issues, `content_filter_builtins[${index}]`);
  return (
    <li className="flex flex-col gap-2 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Switch aria-label={rule.name} checked={filter !== undefined} onCheckedChange={turn} />
        {/* On phones the actions have their own line. */}
        <div className="flex min-w-0 flex-1 flex-col max-sm:basis-[calc(100%-4rem)]">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium text-sm">{rule.name}</span>
            <RecentHits recent={recent} />
          </span>
          <span className="text-muted text-xs" title={measuredWords(rule)}>
            {methodOf(rule, costMs)}
          </span>
        </div>
        {filter && (
          <SegmentedControl
            size="small"
            className="max-sm:ml-12"
            aria-label={`Action of ${rule.name}`}
            options={rule.actions.map((value) => ({ value, label: ACTION_LABELS[value] }))}
            value={filter.action}
            onValueChange={(action) => change({ action })}
          />
        )}
      </div>
      <p className="truncate pl-12 text-muted text-xs" title={rule.examples.join("\n")}>
        For example: <span className="ml-1 font-mono">{rule.examples.join(" · ")}</span>
      </p>
      {filter && (
        <RuleScope
          name={rule.name}
          texts={TEXT_OPTIONS}
          usual={usualTexts(rule.slug)}
          filter={filter}
          onChange={change}
          placeholder={filter.action === "redact" ? `[${rule.label}_1]` : undefined}
          {...(rule.slug === INJECTION
            ? {
                scanScope: filter.scan_scope ?? "all_messages",
                onScanScopeChange: (scan_scope) => change({ scan_scope }),
              }
            : {})}
        />
      )}
      {problem && (
        <p role="alert" className="pl-12 text-bad text-xs">
          {problem}
        </p>
      )}
    </li>
  );
}

function measuredWords({ measured: { precision, recall } }: GuardrailRuleEntry): string {
  return `On labeled development texts: precision ${formatPercent(precision)}, recall ${formatPercent(recall)}`;
}

function methodOf({ method, measured }: GuardrailRuleEntry, costMs: number | undefined): string {
  const cost = costMs === undefined ? "" : costMs < 0.1 ? ", adds under 0.1 ms" : `, adds about ${formatCost(costMs)}`;
  return `${method === "pattern" ? "Pattern" : "Language analysis"}${cost}, precision ${formatPercent(measured.precision)}`;
}

function formatCost(costMs: number): string {
  return costMs < 10 ? `${costMs.toFixed(1)} ms` : formatDuration(costMs);
}
