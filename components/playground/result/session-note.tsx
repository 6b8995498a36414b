/** Whose calls the playground makes, under its settings. */
export function SessionNote() {
  return (
    <p className="border-t pt-4 text-muted text-xs">
      Calls are made as your console session: the limits of no key apply, and they are counted for this workspace.
    </p>
  );
}
