"use client";

import { RadioGroup } from "#components/ui/forms/radio-group.tsx";
import type { Conflict, Side } from "./guardrail-merge.ts";

type ConflictListProps = {
  conflicts: readonly Conflict[];
  choices: Readonly<Record<string, Side>>;
  onChoose: (id: string, side: Side) => void;
};

/** Conflicting changes of both sides, with a choice for each. */
export function ConflictList({ conflicts, choices, onChoose }: ConflictListProps) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium text-sm">Conflicting change</h3>
      {conflicts.map(({ id, name, mine, theirs }) => (
        <div key={id} className="flex flex-col gap-1.5 border-l-2 border-l-warn pl-3">
          <span className="text-muted text-sm">{name}</span>
          <RadioGroup
            aria-label={name}
            value={choices[id] ?? "mine"}
            onValueChange={(side) => onChoose(id, side)}
            options={[
              { value: "mine", label: `Mine: ${mine ?? "none"}` },
              { value: "theirs", label: `Theirs: ${theirs ?? "none"}` },
            ]}
          />
        </div>
      ))}
    </section>
  );
}
