import { position } from "../scale.ts";

type RangeBarProps = {
  /** The measurement and its subject: "Latency of Anthropic". */
  label: string;
  p50: number | null;
  p90: number | null;
  p99: number | null;
  /** The right end of the scale, equal for all bars being compared. */
  max: number;
  /** Formats a value with its unit. */
  format: (value: number) => string;
  /**
   * With fewer than twenty samples, percentiles mean little: only a dot at the median is drawn, with the number. Absent
   * if unknown.
   */
  samples?: number;
};

const FEW = 20;
const WIDTH = 160;
const MIDDLE = 10;

/** p50, p90 and p99 on a scale shared by the rows of a table, for easy comparison. */
export function RangeBar({ label, p50, p90, p99, max, format, samples }: RangeBarProps) {
  if (p50 === null)
    return <span className="text-muted text-xs">–{samples !== undefined && `, ${samples} requests`}</span>;
  const x = (value: number) => 1 + position(value, 0, max) * (WIDTH - 2);
  const few = (samples !== undefined && samples < FEW) || p90 === null || p99 === null;
  const text = few
    ? `${label}: median ${format(p50)}${count(samples, " of only")}`
    : `${label}: p50 ${format(p50)}, p90 ${format(p90)}, p99 ${format(p99)}${count(samples, ",")}`;
  return (
    <span className="inline-flex items-center gap-2" title={text}>
      <svg viewBox={`0 0 ${WIDTH} 20`} className="h-5 w-40 shrink-0" role="img" aria-label={text} data-chart>
        <line x1="0" x2={WIDTH} y1={MIDDLE} y2={MIDDLE} stroke="var(--line-strong)" />
        {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
          <line
            key={tick}
            x1={1 + tick * (WIDTH - 2)}
            x2={1 + tick * (WIDTH - 2)}
            y1="15"
            y2="18"
            stroke="var(--edge)"
          />
        ))}
        {few ? (
          <circle cx={x(p50)} cy={MIDDLE} r="3.5" fill="var(--canvas)" stroke="var(--accent)" strokeWidth="1.5" />
        ) : (
          <>
            <line
              x1={x(p90)}
              x2={x(p99)}
              y1={MIDDLE}
              y2={MIDDLE}
              stroke="var(--accent)"
              strokeWidth="2"
              strokeDasharray="2 2"
            />
            <line x1={x(p50)} x2={x(p90)} y1={MIDDLE} y2={MIDDLE} stroke="var(--accent)" strokeWidth="5" />
            <line x1={x(p99)} x2={x(p99)} y1="6" y2="14" stroke="var(--accent)" strokeWidth="1.5" />
            <line x1={x(p50)} x2={x(p50)} y1="3" y2="17" stroke="var(--ink)" strokeWidth="2" />
          </>
        )}
      </svg>
      <span className="text-xs">{few && samples !== undefined ? `${format(p50)}, n=${samples}` : format(p50)}</span>
    </span>
  );
}

function count(samples: number | undefined, before: string): string {
  return samples === undefined ? "" : `${before} ${samples} requests`;
}
