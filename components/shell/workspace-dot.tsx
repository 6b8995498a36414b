const SERIES = 8;

/** The workspace's own color, so that production is never mistaken for another; always beside its name. */
export function WorkspaceDot({ id }: { id: string }) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full"
      style={{ background: `var(--series-${(hash % SERIES) + 1})` }}
    />
  );
}
