import { CircleX, Clock } from "lucide-react";
import type { ApiError } from "#lib/api/api-error.ts";

/** Why the last attempt failed; rendered empty until then, so that screen readers announce it. */
export function Problem({ problem, waiting }: { problem: Pick<ApiError, "message"> | undefined; waiting: boolean }) {
  const Icon = waiting ? Clock : CircleX;
  return (
    <div role="alert" className="contents">
      {problem && (
        <p className="flex items-start gap-2 border-y border-l-2 border-l-bad px-3 py-2.5 text-sm">
          <Icon className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          {waiting ? "Too many attempts. Wait before you try again." : sentence(problem.message)}
        </p>
      )}
    </div>
  );
}

function sentence(message: string): string {
  return message.endsWith(".") ? message : `${message}.`;
}
