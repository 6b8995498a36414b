"use client";

import { Command } from "cmdk";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { cn } from "#lib/cn.ts";
import type { AnchoredLayer } from "../overlays/button-with-layer.tsx";
import { PopoverBox } from "../overlays/popover-box.tsx";

export type ComboboxOption = {
  value: string;
  label: string;
  /** Quiet text at the right end: a price, a count. */
  hint?: ReactNode;
  /** Other search terms that find it. */
  keywords?: string[];
  group?: string;
  disabled?: boolean;
};

type ComboboxLayerProps = AnchoredLayer & OptionListProps & { label: string };

/** The options of a combobox, with search and keyboard navigation; `Combobox` loads it. */
export function ComboboxLayer({ options, chosen, onChoose, empty, onSearch, note, ...layer }: ComboboxLayerProps) {
  return (
    <PopoverBox {...layer} className="w-(--radix-popover-trigger-width) min-w-72 overflow-hidden p-0">
      <OptionList {...{ options, chosen, onChoose, empty, onSearch, note }} />
    </PopoverBox>
  );
}

type OptionListProps = {
  options: readonly ComboboxOption[];
  chosen: readonly string[];
  onChoose: (value: string) => void;
  empty: string | undefined;
  /** Searches remotely; `options` are the results. Called with an empty text when the list opens. */
  onSearch?: ((text: string) => void) | undefined;
  /** Shown below the options: how many more there are. */
  note?: string | undefined;
};

function OptionList({ options, chosen, onChoose, empty, onSearch, note }: OptionListProps) {
  const groups = Map.groupBy(options, (option) => option.group ?? "");
  useEffect(() => onSearch?.(""), [onSearch]);
  const [pointed, setPointed] = useState("");
  // Results arrive after the keys were pressed: Enter takes the first one, unless the arrow keys selected another.
  const lit = options.find(({ value }) => value === pointed) ?? options[0];
  const ours = onSearch && { shouldFilter: false, value: lit?.value ?? "", onValueChange: setPointed };
  return (
    <Command label="Options" loop {...ours}>
      <Command.Input
        placeholder="Search"
        {...(onSearch && { onValueChange: onSearch })}
        className="h-9 w-full border-b bg-transparent px-3 text-sm outline-none"
      />
      <Command.List className="max-h-72 overflow-y-auto p-1" tabIndex={-1}>
        <Command.Empty className="px-2 py-3 text-muted text-sm">{empty ?? "No matches"}</Command.Empty>
        {[...groups].map(([group, entries]) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:empty:hidden"
          >
            {entries.map((option) => (
              <Command.Item
                key={option.value}
                value={option.value}
                keywords={[option.label, ...(option.keywords ?? [])]}
                disabled={option.disabled ?? false}
                onSelect={() => onChoose(option.value)}
                className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm data-[disabled=true]:opacity-50 data-[selected=true]:bg-well pointer-coarse:min-h-11"
              >
                <Check
                  aria-hidden
                  className={cn("size-4 shrink-0 text-accent-ink", !chosen.includes(option.value) && "invisible")}
                />
                <span className="truncate">{option.label}</span>
                {chosen.includes(option.value) && <span className="sr-only">, selected</span>}
                {option.hint && <span className="ml-auto shrink-0 text-muted text-xs">{option.hint}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {note && <p className="border-t px-3 py-2 text-muted text-xs">{note}</p>}
    </Command>
  );
}
