"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { type AppliesTo, type BuiltinFilter, usualTexts } from "../guardrail.ts";
import { TEXT_LABELS } from "../guardrail-labels.ts";

type ScanScope = NonNullable<BuiltinFilter["scan_scope"]>;

type RuleScopeProps = {
  /** The rule's name. */
  name: string;
  slug: string;
  filter: { applies_to?: AppliesTo | undefined; shadow?: boolean | undefined };
  onChange: (part: { applies_to?: AppliesTo; shadow?: boolean }) => void;
  /** The replacement for redacted text. */
  placeholder?: string | undefined;
  /** For the rule that can be limited to the user's messages. */
  scanScope?: ScanScope;
  onScanScopeChange?: (scope: ScanScope) => void;
};

const TEXTS = (["both", "input", "output"] as const).map((value) => ({ value, label: TEXT_LABELS[value] }));
const SCOPES = [
  { value: "all_messages", label: "All messages" },
  { value: "user_only", label: "The user's messages" },
] as const;

/** The texts a rule reads, and shadow mode. */
export function RuleScope(props: RuleScopeProps) {
  const { name, slug, filter, onChange, placeholder, scanScope, onScanScopeChange } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pl-12 max-sm:pl-0">
      <Select
        size="small"
        aria-label={`Texts checked by ${name}`}
        className="w-44"
        options={TEXTS}
        value={filter.applies_to ?? usualTexts(slug)}
        onValueChange={(applies_to) => onChange({ applies_to })}
      />
      {scanScope && onScanScopeChange && (
        <Select
          size="small"
          aria-label={`Messages checked by ${name}`}
          className="w-44"
          options={SCOPES}
          value={scanScope}
          onValueChange={onScanScopeChange}
        />
      )}
      <Checkbox
        aria-label={`${name}: report only`}
        checked={filter.shadow ?? false}
        onCheckedChange={(shadow) => onChange({ shadow })}
        label="Report only"
      />
      {placeholder && !filter.shadow && (
        <span className="text-muted text-xs">
          becomes <span className="font-mono">{placeholder}</span>
        </span>
      )}
    </div>
  );
}
