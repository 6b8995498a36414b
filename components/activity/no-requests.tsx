import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";

/** Says that there are no requests, with a link to make the first one. */
export function NoRequests() {
  const { slug } = useShell().currentWorkspace;
  return (
    <EmptyState
      sentence="No requests in this time range. Choose a longer one, or send a request."
      action={
        <Button asChild>
          <Link href={`/w/${slug}/playground`}>Open the playground</Link>
        </Button>
      }
    />
  );
}
