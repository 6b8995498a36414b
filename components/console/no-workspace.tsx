import { EmptyState } from "#components/ui/feedback/empty-state.tsx";

/** In place of the console, for somebody who may see no workspace. */
export function NoWorkspace() {
  return (
    <main className="mx-auto max-w-180 p-6">
      <EmptyState sentence="You are not a member of any workspace yet. Ask an owner or admin to add you to one." />
    </main>
  );
}
