import { EmptyState } from "#components/ui/feedback/empty-state.tsx";

/** Replaces the console for users without access to any workspace. */
export function NoWorkspace() {
  return (
    <main className="mx-auto max-w-180 p-6">
      <EmptyState sentence="You are not a member of any workspace yet. Ask an owner or admin to add you to one." />
    </main>
  );
}
