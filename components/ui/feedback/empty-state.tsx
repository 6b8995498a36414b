import { lazy, type ReactNode, Suspense } from "react";

// Most lists have rows or need no command.
const CodeBlock = lazy(() => import("../display/code-block.tsx").then((file) => ({ default: file.CodeBlock })));

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
      {code && (
        <Suspense fallback={<CodeSpace code={code} />}>
          <CodeBlock code={code} label={codeLabel ?? "Command"} className="w-full max-w-180" />
        </Suspense>
      )}
    </div>
  );
}

/** As high as the block of the code. */
function CodeSpace({ code }: { code: string }) {
  return (
    <div
      aria-busy="true"
      className="w-full max-w-180 overflow-hidden rounded-lg border bg-panel pt-9 pointer-coarse:pt-11"
    >
      <pre className="invisible px-3 py-2.5 text-xs leading-relaxed">{code}</pre>
    </div>
  );
}
