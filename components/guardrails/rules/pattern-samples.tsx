"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { CustomFilter } from "../guardrail.ts";

type PatternSamplesProps = {
  filter: CustomFilter;
  onChange: (part: Pick<CustomFilter, "must_match"> | Pick<CustomFilter, "must_not_match">) => void;
  /** Texts that it should find but does not; undefined while loading. */
  missed: readonly string[] | undefined;
  /** Texts that it should not find but does. */
  found: readonly string[] | undefined;
};

/** Examples saved with a pattern that it must and must not find, one per line. */
export function PatternSamples({ filter, onChange, missed, found }: PatternSamplesProps) {
  const must = filter.must_match ?? [];
  const mustNot = filter.must_not_match ?? [];
  const [open, setOpen] = useState(false);
  const count = [...must, ...mustNot].filter((line) => line.trim() !== "").length;
  if (!open && count === 0) {
    return (
      <Button variant="link" size="small" className="self-start" onClick={() => setOpen(true)}>
        Add examples that must and must not match
      </Button>
    );
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Must match"
        aside="one per line"
        error={missed?.length ? `Not found: ${missed.join(" | ")}` : undefined}
        hint={outcome(must, missed)}
      >
        <Textarea
          mono
          rows={2}
          value={must.join("\n")}
          onChange={(event) => onChange({ must_match: linesOf(event.target.value) })}
        />
      </Field>
      <Field
        label="Must not match"
        aside="one per line"
        error={found?.length ? `Found: ${found.join(" | ")}` : undefined}
        hint={outcome(mustNot, found)}
      >
        <Textarea
          mono
          rows={2}
          value={mustNot.join("\n")}
          onChange={(event) => onChange({ must_not_match: linesOf(event.target.value) })}
        />
      </Field>
    </div>
  );
}

function outcome(lines: readonly string[], wrong: readonly string[] | undefined) {
  const count = lines.filter((line) => line.trim() !== "").length;
  if (!wrong || count === 0) return undefined;
  const Icon = wrong.length > 0 ? CircleX : CircleCheck;
  return (
    <span className={wrong.length > 0 ? "flex items-center gap-1 text-bad" : "flex items-center gap-1 text-ok"}>
      <Icon className="size-3.5" aria-hidden />
      {count - wrong.length} of {count} pass
    </span>
  );
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
