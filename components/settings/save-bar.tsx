"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";

type SaveBarProps = {
  /** Id of the form that it saves. */
  form: string;
  count: number;
  problem: string | undefined;
  pending: boolean;
  onDiscard: () => void;
};

/** How much is not saved, always in sight while there is something. */
export function SaveBar({ form, count, problem, pending, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-lg border bg-raised px-4 py-2.5 shadow-lg">
      <div className="mr-auto min-w-0">
        <p className="text-muted text-sm" role="status">
          {count} {count === 1 ? "change" : "changes"} not saved
        </p>
        {problem && (
          <p role="alert" className="text-bad text-sm">
            {problem}
          </p>
        )}
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
