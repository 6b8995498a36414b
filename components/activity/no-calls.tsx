import Link from "next/link";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";

/** There is nothing to be summed up, and a way to have something. */
export function NoCalls() {
  const { slug } = useShell().currentWorkspace;
  return (
    <EmptyState
      sentence="No calls in this time range. A longer one may have some; a new call is counted here at once."
      action={
        <Button asChild>
          <Link href={`/w/${slug}/playground`}>Call a model in the playground</Link>
        </Button>
      }
    />
  );
}
