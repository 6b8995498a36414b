import type { ReactNode } from "react";
import { CodeBlock } from "../display/code-block.tsx";

type EmptyStateProps = {
  /** One sentence: what this is, and that there is none yet. */
  sentence: ReactNode;
  /** The primary action, or the filter chips to drop. */
  action?: ReactNode;
  /** The exact line that would fill it. */
  code?: string;
  codeLabel?: string;
};

/** A list before its first row. No pictures. */
export function EmptyState({ sentence, action, code, codeLabel }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-4 border-y px-2 py-8">
      <p className="max-w-[65ch] text-base">{sentence}</p>
      {action}
      {code && <CodeBlock code={code} label={codeLabel ?? "Command"} className="w-full max-w-180" />}
    </div>
  );
}
