"use client";

type PointReaderProps = {
  /** The chart's label: "Points of Spend". */
  label: string;
  count: number;
  index: number | undefined;
  /** The selected point in words. */
  text: string;
  onIndexChange: (index: number | undefined) => void;
};

/**
 * An invisible range input over a chart: arrow keys, Home and End move between points, and screen readers announce
 * them.
 */
export function PointReader({ label, count, index, text, onIndexChange }: PointReaderProps) {
  return (
    <input
      type="range"
      min={0}
      max={Math.max(0, count - 1)}
      step={1}
      value={index ?? Math.max(0, count - 1)}
      aria-label={label}
      aria-valuetext={text}
      onChange={(event) => onIndexChange(Number(event.target.value))}
      onFocus={() => onIndexChange(index ?? count - 1)}
      onBlur={() => onIndexChange(undefined)}
      onPointerLeave={() => onIndexChange(undefined)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onIndexChange(Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count))));
      }}
      className="absolute inset-0 m-0 h-full w-full cursor-crosshair opacity-0"
    />
  );
}
