import type { ReactNode } from "react";
import { CodeBlock } from "../display/code-block.tsx";

type EmptyStateProps = {
  /** One sentence: what the list contains, and that it is still empty. */
  sentence: ReactNode;
  /** The primary action, or the filters to remove. */
  action?: ReactNode;
  /** The exact command that creates the first entry. */
  code?: string;
  codeLabel?: string;
};

/** Shown for a list without rows, without illustrations. */
export function EmptyState({ sentence, action, code, codeLabel }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-4 border-y px-2 py-8">
      <p className="max-w-[65ch] text-base">{sentence}</p>
      {action}
      {code && <CodeBlock code={code} label={codeLabel ?? "Command"} className="w-full max-w-180" />}
    </div>
  );
}
