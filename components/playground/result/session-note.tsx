/** A note on whose account the playground's requests run, below its settings. */
export function SessionNote() {
  return (
    <p className="border-t pt-4 text-muted text-xs">
      Requests use your console session, so no key limits apply. They count toward this workspace.
    </p>
  );
}
