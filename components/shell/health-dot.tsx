import { Circle, CircleHelp, OctagonX, TriangleAlert } from "lucide-react";
import { Tooltip } from "#components/ui/overlays/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import type { ShellHealth } from "./shell-context.tsx";

const LOOKS = {
  ok: { word: "Healthy", look: "text-ok [&_svg]:fill-current [&_svg]:size-2", Icon: Circle },
  degraded: { word: "Degraded", look: "text-warn [&_svg]:size-3.5", Icon: TriangleAlert },
  down: { word: "Down", look: "text-bad [&_svg]:size-3.5", Icon: OctagonX },
  unknown: { word: "Unknown", look: "text-muted [&_svg]:size-3.5", Icon: CircleHelp },
} as const;

/** The gateway's health, as shape and word; a sentence is in the tooltip. */
export function HealthDot({ health }: { health: ShellHealth }) {
  const { word, look, Icon } = LOOKS[health.state];
  return (
    <Tooltip content={health.text} side="bottom">
      <button
        type="button"
        aria-label={`Gateway: ${word}. ${health.text}`}
        className="flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-md px-2 text-muted text-xs hover:bg-well"
      >
        <span className={cn("flex", look)}>
          <Icon aria-hidden />
        </span>
        <span className="hidden xl:inline">{word}</span>
      </button>
    </Tooltip>
  );
}
