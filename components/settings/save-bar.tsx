"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";

type SaveBarProps = {
  /** Id of the form that it saves. */
  form: string;
  count: number;
  problem: string | undefined;
  pending: boolean;
  onDiscard: () => void;
};

/** The number of unsaved changes, visible as long as there are any. */
export function SaveBar({ form, count, problem, pending, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-3 z-10 order-last flex flex-wrap items-center justify-end gap-2 rounded-lg border bg-raised px-4 py-2.5 shadow-lg">
      <div className="mr-auto min-w-0">
        <p className="text-muted text-sm" role="status">
          {count} unsaved {count === 1 ? "change" : "changes"}
        </p>
        <FormProblem what="Could not save" problem={problem} />
      </div>
      <Button onClick={onDiscard}>Discard</Button>
      <Button type="submit" form={form} variant="filled" pending={pending}>
        Save
        <span className="max-md:hidden">
          <Kbd keys="⌘ S" inverted />
        </span>
      </Button>
    </div>
  );
}
