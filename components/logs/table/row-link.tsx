import { RowTime } from "#components/ui/display/row-time.tsx";

type RowLinkProps = {
  row: { id: string; created_at: string };
  /** The time of the row above, which decides whether the date is shown. */
  above: string | undefined;
  open: (id: string) => void;
  /** The parameter of the address that opens it. */
  parameter?: "peek" | "timeline";
};

/** The time of a row, as a link that opens it; with a modifier key, in a new tab. */
export function RowLink({ row, above, open, parameter = "peek" }: RowLinkProps) {
  return (
    <a
      data-row
      href={`?${parameter}=${encodeURIComponent(row.id)}`}
      className="py-1 hover:underline"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        open(row.id);
      }}
    >
      <RowTime value={row.created_at} above={above} />
    </a>
  );
}
