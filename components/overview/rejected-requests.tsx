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
    <Link
      href={`/w/${slug}/logs?${query}`}
      className="inline-flex items-center text-warn text-xs underline pointer-coarse:min-h-11"
    >
      {formatCount(count)} rejected<span className="sr-only"> {count === 1 ? "request" : "requests"}</span>
    </Link>
  );
}
