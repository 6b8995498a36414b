/** A note below the settings: whose permissions and limits the playground's requests use. */
export function SessionNote() {
  return (
    <p className="border-t pt-4 text-muted text-xs">
      Requests use your console session, so no key limits apply. They count toward this workspace.
    </p>
  );
}
