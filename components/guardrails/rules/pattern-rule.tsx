"use client";

import { Trash2 } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { problemAt, useEditor } from "../editor/editor-context.ts";
import type { CustomFilter } from "../guardrail.ts";
import { ACTION_LABELS, TEXT_LABELS, TEXT_OPTIONS } from "../guardrail-labels.ts";
import { RecentHits } from "../hits/recent-hits.tsx";
import type { Recent } from "../hits/use-hits.ts";
import { PatternSamples } from "./pattern-samples.tsx";
import { RuleScope } from "./rule-scope.tsx";
import { usePatternCheck } from "./use-pattern-check.ts";

const ACTIONS = (["block", "redact", "flag"] as const).map((value) => ({ value, label: ACTION_LABELS[value] }));

const TEXTS = [...TEXT_OPTIONS, { value: "tool_calls", label: TEXT_LABELS.tool_calls }] as const;

/** One custom pattern, validated by the gateway's engine while it is typed, and tested with its saved examples. */
export function PatternRule({ index, recent }: { index: number; recent: Recent | undefined }) {
  const { draft, set, issues } = useEditor();
  const all = draft.content_filters ?? [];
  const filter = all[index] as CustomFilter;
  const change = (part: Partial<CustomFilter>) =>
    set({ content_filters: all.map((one, place) => (place === index ? { ...one, ...part } : one)) });
  const check = usePatternCheck(filter);
  const problem = filter.pattern === "" ? "Enter a pattern" : (check.problem ?? problemAt(issues, pathOf(index)));
  const name = filter.label?.trim() || `Pattern ${index + 1}`;
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field label="Label" hint={filter.action === "redact" ? `Becomes [${placeholder(filter)}_1]` : undefined}>
          <Input
            value={filter.label ?? ""}
            maxLength={100}
            autoComplete="off"
            placeholder="Ticket"
            onChange={(event) => change({ label: event.target.value })}
          />
        </Field>
        <Field
          label="Pattern"
          error={problem}
          hint={problem ? undefined : check.isChecked ? "Runs in linear time" : "RE2 syntax, 1 to 2000 characters"}
        >
          <Input
            mono
            value={filter.pattern}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            placeholder="TICKET-\d{4,6}"
            onChange={(event) => change({ pattern: event.target.value })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          size="small"
          aria-label={`Action of ${name}`}
          options={ACTIONS}
          value={filter.action}
          onValueChange={(action) => change({ action })}
        />
        <div className="-ml-12 max-sm:ml-0">
          <RuleScope name={name} texts={TEXTS} usual="both" filter={filter} onChange={change} />
        </div>
        <span className="ml-auto flex items-center gap-2">
          <RecentHits recent={recent} />
          <IconButton
            label={`Remove ${name}`}
            onClick={() => set({ content_filters: all.filter((_, place) => place !== index) })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
      <PatternSamples filter={filter} onChange={change} missed={check.missed} found={check.found} />
    </li>
  );
}

function pathOf(index: number): string {
  return `content_filters[${index}]`;
}

/** Returns the word of its placeholder, as the gateway writes it. */
function placeholder({ label }: CustomFilter): string {
  const plain = (label?.trim() || "CUSTOM").toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  return plain.replaceAll(/^[_\d]+|_+$/g, "").slice(0, 40) || "REDACTED";
}
