"use client";

import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { cn } from "#lib/cn.ts";
import { Kbd } from "../display/kbd.tsx";
import { Input } from "./input.tsx";

type SearchInputProps = {
  /** What is searched, and by which fields: "Search keys by name or last 4". */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  /** The key that focuses it, shown while it is empty. */
  shortcut?: string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

/** A search field with an icon and a clear button; Esc clears it too. */
export function SearchInput({ label, value, onValueChange, placeholder, shortcut, ref, className }: SearchInputProps) {
  return (
    <div className={cn("relative flex base:w-full items-center base:sm:w-64", className)}>
      <Search className="pointer-events-none absolute left-2.5 size-4 text-muted" aria-hidden />
      <Input
        {...(ref ? { ref } : {})}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        className="px-8"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && value !== "" && onValueChange("")}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={({ currentTarget }) => {
            onValueChange("");
            // The button disappears once the field is empty.
            currentTarget.parentElement?.querySelector("input")?.focus();
          }}
          className="absolute right-1 flex size-6 items-center justify-center rounded-sm text-muted hover:text-ink pointer-coarse:size-10"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
      {value === "" && shortcut && <Kbd keys={shortcut} className="pointer-events-none absolute right-2" />}
    </div>
  );
}
