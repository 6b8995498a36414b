import { Button } from "#components/ui/display/button.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { Problem } from "./problem.tsx";

type SubmitBarProps = { label: string; pending: boolean; problem: ApiError | undefined; waitSeconds: number };

/** The form's button, and above it why the last attempt failed. */
export function SubmitBar({ label, pending, problem, waitSeconds }: SubmitBarProps) {
  const waiting = waitSeconds > 0;
  return (
    <div className="flex flex-col gap-4">
      <Problem problem={problem} waiting={waiting} />
      <Button type="submit" variant="filled" size="large" pending={pending} disabled={waiting}>
        {waiting ? `Try again in ${waitSeconds} s` : label}
      </Button>
    </div>
  );
}
