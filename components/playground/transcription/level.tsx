"use client";

import { useEffect, useRef } from "react";

/** At this scale, speech at arm's length fills about half of the bar. */
const FULL_LOUDNESS = 0.25;

/** The microphone's current level, to notice a silent one early. */
export function Level({ stream }: { stream: MediaStream }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    const read = () => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      if (bar.current) bar.current.style.scale = `${Math.min(1, loudness / FULL_LOUDNESS)} 1`;
      frame = requestAnimationFrame(read);
    };
    read();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return (
    <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-well-strong">
      <span ref={bar} className="block h-full origin-left bg-accent" style={{ scale: "0 1" }} />
    </span>
  );
}
