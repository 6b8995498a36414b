import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { formatCount } from "#lib/format.ts";

type RejectedRequestsProps = { count: number; range: { from: number; to: number } };

/** How many requests the gateway rejected, with a link to them; nothing if it rejected none. */
export function RejectedRequests({ count, range: { from, to } }: RejectedRequestsProps) {
  const { slug } = useShell().currentWorkspace;
  if (count === 0) return null;
  const query = `range=custom&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&status=rejected`;
  return (
    <Link href={`/w/${slug}/logs?${query}`} className="self-start text-sm text-warn underline">
      {formatCount(count)} rejected {count === 1 ? "request" : "requests"}
    </Link>
  );
}
