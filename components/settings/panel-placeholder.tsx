import { Panel } from "#components/ui/display/panel.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";

/** Stands for a panel until its code is there. `id`: the panel's own, for links to it. */
export function PanelPlaceholder({ id, height }: { id: string; height: string }) {
  return (
    <div id={id}>
      <Panel>
        <Skeleton className={height} />
      </Panel>
    </div>
  );
}
