import { encodeQR } from "qr";
import { useMemo } from "react";

/** Light modules around the code; readers need them to detect it. */
const QUIET_MODULES = 4;

/**
 * A QR code drawn in the browser, so the text is not sent anywhere. Dark on light in both themes, as readers expect.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

function drawingOf(text: string): { path: string; size: number } {
  const rows = encodeQR(text, "raw", { border: QUIET_MODULES });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(""), size: rows.length };
}
