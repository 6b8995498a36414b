import { Circle, CircleCheck, CircleDot } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";

type ChecklistStepProps = {
  done: boolean;
  /** Waiting for this step to happen. */
  waiting?: boolean;
  title: string;
  children: ReactNode;
};

/** One step: its state as icon and word, its purpose, and instructions. */
export function ChecklistStep({ done, waiting = false, title, children }: ChecklistStepProps) {
  const Icon = done ? CircleCheck : waiting ? CircleDot : Circle;
  return (
    <li className="flex gap-3 border-b px-4 py-4 last:border-b-0">
      <Icon
        className={cn("mt-0.5 size-4.5 shrink-0", done ? "text-ok" : waiting ? "text-accent-ink" : "text-faint")}
        aria-hidden
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <h3 className="font-medium text-base">
          {title}
          <span className="sr-only" aria-live="polite">
            {done ? ", done" : ", to do"}
          </span>
        </h3>
        <div className="text-muted text-sm">{children}</div>
      </div>
    </li>
  );
}
