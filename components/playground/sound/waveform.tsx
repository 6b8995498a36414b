"use client";

import { useEffect, useRef } from "react";
import type { DecodedSound } from "./decode-sound.ts";
import { paintWaveform } from "./paint-waveform.ts";
import { describePeaks } from "./peaks.ts";
import type { Player } from "./player.ts";

/** The volume of a sound over time, filled as far as it is played. */
export function Waveform({ decoded: { peaks, seconds }, player }: { decoded: DecodedSound; player: Player }) {
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    let frame = 0;
    const paint = () => {
      cancelAnimationFrame(frame);
      paintWaveform(canvas, peaks, seconds > 0 ? player.audio.currentTime / seconds : 0);
      if (player.state().isPlaying) frame = requestAnimationFrame(paint);
    };
    const leave = player.subscribe(paint);
    const size = new ResizeObserver(paint);
    size.observe(canvas);
    // A canvas does not follow theme changes by itself.
    const theme = new MutationObserver(paint);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      cancelAnimationFrame(frame);
      leave();
      size.disconnect();
      theme.disconnect();
    };
  }, [peaks, seconds, player]);
  return (
    <canvas ref={place} role="img" aria-label={describePeaks(peaks, seconds)} className="absolute inset-0 size-full" />
  );
}
