import { RowTime } from "#components/ui/display/row-time.tsx";

type RowLinkProps = {
  row: { id: string; created_at: string };
  /** The time of the row above, which decides whether the date is shown. */
  above: string | undefined;
  open: (id: string) => void;
};

/** The time of a request, as a link that opens its panel; with a modifier key, in a new tab. */
export function RowLink({ row, above, open }: RowLinkProps) {
  return (
    <a
      data-row
      href={`?peek=${encodeURIComponent(row.id)}`}
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
