"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { cn } from "#lib/cn.ts";
import { guardrailRules } from "#lib/guardrail-rules.ts";
import { useEditor } from "../editor/editor-context.ts";
import { useRuleHits } from "../hits/use-hits.ts";
import { FloatingVerdict } from "../tester/floating-verdict.tsx";
import { Tester } from "../tester/tester.tsx";
import type { Trial } from "../tester/trial.ts";
import { BuiltinRule } from "./builtin-rule.tsx";
import { PatternRule } from "./pattern-rule.tsx";
import { useRuleCosts } from "./use-rule-costs.ts";

type RulesSectionProps = { trial: Trial; onTrialChange: (trial: Trial) => void };

/** The rules for texts, with a tester next to them. */
export function RulesSection({ trial, onTrialChange }: RulesSectionProps) {
  const [pane, setPane] = useState<Pane>("rules");
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
      <SegmentedControl
        aria-label="Rules or tester"
        className="lg:hidden"
        options={PANES}
        value={pane}
        onValueChange={setPane}
      />
      <div className={cn("flex min-w-0 flex-col gap-8", pane === "try" && "max-lg:hidden")}>
        <Builtins />
        <Patterns />
        <Modes />
      </div>
      <div className={cn("contents", pane === "rules" && "max-lg:hidden")}>
        <Tester trial={trial} onTrialChange={onTrialChange} />
      </div>
      {pane === "rules" && <FloatingVerdict trial={trial} onOpen={() => setPane("try")} />}
    </div>
  );
}

/** The visible pane if there is only space for one; otherwise both are shown. */
type Pane = "rules" | "try";
const PANES = [
  { value: "rules", label: "Rules" },
  { value: "try", label: "Try it" },
] as const;

function Builtins() {
  const { base, draft, set } = useEditor();
  const costs = useRuleCosts();
  const hits = useRuleHits(base.id);
  const on = draft.content_filter_builtins ?? [];
  const enableAll = () => {
    const missing = guardrailRules.filter(({ slug }) => !on.some((one) => one.slug === slug));
    const added = missing.map(({ slug, defaultAction }) => ({ slug, action: defaultAction }));
    set({ content_filter_builtins: [...on, ...added] });
  };
  return (
    <section aria-labelledby="builtin-heading" className="flex flex-col">
      <header className="flex items-center justify-between gap-3 border-line-strong border-b pb-1.5">
        <h2 id="builtin-heading" className="font-medium text-base">
          Built-in rules
        </h2>
        <span className="flex gap-1">
          <Button size="small" variant="ghost" onClick={enableAll} disabled={on.length === guardrailRules.length}>
            Enable all
          </Button>
          <Button
            size="small"
            variant="ghost"
            onClick={() => set({ content_filter_builtins: null })}
            disabled={on.length === 0}
          >
            Disable all
          </Button>
        </span>
      </header>
      <ul className="divide-y border-b">
        {guardrailRules.map((rule) => (
          <BuiltinRule key={rule.slug} rule={rule} costMs={costs?.get(rule.slug)} recent={hits?.(rule.slug)} />
        ))}
      </ul>
    </section>
  );
}

function Patterns() {
  const { base, draft, set } = useEditor();
  const hits = useRuleHits(base.id);
  const patterns = draft.content_filters ?? [];
  const add = () => set({ content_filters: [...patterns, { pattern: "", action: "redact" }] });
  return (
    <section aria-labelledby="patterns-heading" className="flex flex-col">
      <header className="flex items-center justify-between gap-3 border-line-strong border-b pb-1.5">
        <h2 id="patterns-heading" className="font-medium text-base">
          Custom patterns
        </h2>
        <Button size="small" onClick={add}>
          <Plus aria-hidden />
          Add pattern
        </Button>
      </header>
      {patterns.length === 0 ? (
        <p className="py-3 text-muted text-sm">
          Regular expressions (RE2 syntax) for what the built-in rules do not cover, such as ticket numbers or code
          names.
        </p>
      ) : (
        <ul className="divide-y border-b">
          {[...patterns.entries()].map(([index, { pattern }]) => (
            <PatternRule key={index} index={index} recent={hits?.(pattern)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Modes() {
  const { draft, set } = useEditor();
  return (
    <section aria-labelledby="modes-heading" className="flex flex-col gap-4">
      <h2 id="modes-heading" className="border-line-strong border-b pb-1.5 font-medium text-base">
        Behavior
      </h2>
      <Switch
        label="Restore values in responses"
        hint="Placeholders that the model repeats are replaced with the original values."
        checked={draft.restore_placeholders}
        onCheckedChange={(on) => set({ restore_placeholders: on })}
      />
      <Switch
        label="Shadow mode"
        hint="Nothing is enforced, limits included. The guardrail only reports what it would have done."
        checked={draft.shadow}
        onCheckedChange={(on) => set({ shadow: on })}
      />
    </section>
  );
}
