import { peaksOf } from "./peaks.ts";

const BAR_PIXELS = 2;
const GAP_PIXELS = 1;
const LEAST_HEIGHT_PIXELS = 1.5;

/** Draws the volume of a sound over time, the played part in the accent color; fits the canvas to its container. */
export function paintWaveform(canvas: HTMLCanvasElement, peaks: Float32Array, playedShare: number): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  const ratio = window.devicePixelRatio || 1;
  resize(canvas, Math.round(width * ratio), Math.round(height * ratio));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const bars = peaksOf(peaks, Math.min(peaks.length, Math.floor(width / (BAR_PIXELS + GAP_PIXELS))));
  bars.forEach((loudness, at) => {
    const left = (at / bars.length) * width;
    const size = Math.max(LEAST_HEIGHT_PIXELS, loudness * height);
    const isPlayed = at / bars.length < playedShare;
    context.fillStyle = style.getPropertyValue(isPlayed ? "--accent" : "--edge");
    context.fillRect(left, (height - size) / 2, BAR_PIXELS, size);
  });
}

function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
