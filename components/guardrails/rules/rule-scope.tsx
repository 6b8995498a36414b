"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { AppliesTo, BuiltinFilter } from "../guardrail.ts";

type ScanScope = NonNullable<BuiltinFilter["scan_scope"]>;

type RuleScopeProps<Texts extends AppliesTo> = {
  /** The rule's name. */
  name: string;
  /** The texts it can read, and those that it reads by default. */
  texts: readonly { value: Texts; label: string }[];
  usual: Texts;
  filter: { applies_to?: Texts | undefined; shadow?: boolean | undefined };
  onChange: (part: { applies_to?: Texts; shadow?: boolean }) => void;
  /** The replacement for redacted text. */
  placeholder?: string | undefined;
  /** For the rule that can be limited to the user's messages. */
  scanScope?: ScanScope;
  onScanScopeChange?: (scope: ScanScope) => void;
};

const SCOPES = [
  { value: "all_messages", label: "All messages" },
  { value: "user_only", label: "The user's messages" },
] as const;

/** The texts a rule reads, and shadow mode. */
export function RuleScope<Texts extends AppliesTo>(props: RuleScopeProps<Texts>) {
  const { name, texts, usual, filter, onChange, placeholder, scanScope, onScanScopeChange } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pl-12 max-sm:pl-0">
      <Select
        size="small"
        aria-label={`Texts checked by ${name}`}
        className="w-52"
        options={texts}
        value={filter.applies_to ?? usual}
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
