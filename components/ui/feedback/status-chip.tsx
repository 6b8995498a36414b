import { CircleAlert, CircleCheck, CircleDashed, CircleGauge, CircleSlash, CircleX, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";

const TONES = {
  ok: { look: "text-ok bg-ok-soft", Icon: CircleCheck },
  warn: { look: "text-warn bg-warn-soft", Icon: CircleAlert },
  bad: { look: "text-bad bg-bad-soft", Icon: CircleX },
  /** A rate limit, which passes by itself. */
  limit: { look: "text-limit bg-limit-soft", Icon: CircleGauge },
  /** A request that the gateway turned away itself. */
  rejected: { look: "text-info bg-info-soft", Icon: CircleSlash },
  info: { look: "text-info bg-info-soft", Icon: Info },
  neutral: { look: "text-muted bg-well", Icon: CircleDashed },
} as const;

export type Tone = keyof typeof TONES;

type StatusChipProps = { tone: Tone; icon?: ReactNode; title?: string; className?: string; children: ReactNode };

/** A state as icon and word, never color alone. Unknown states are shown verbatim with the neutral tone. */
export function StatusChip({ tone, icon, title, className, children }: StatusChipProps) {
  const { look, Icon } = TONES[tone];
  return (
    <span
      title={title}
      className={cn(
        "inline-flex h-5 w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 text-xs [&_svg]:size-3.5",
        look,
        className,
      )}
    >
      {icon ?? <Icon aria-hidden />}
      {children}
    </span>
  );
}
