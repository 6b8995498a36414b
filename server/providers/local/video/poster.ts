import { hash } from "node:crypto";
import type { Pixels } from "#lib/image-size.ts";
import { drawable, isDot, LETTER_HEIGHT, LETTER_WIDTH } from "./animatic-font.ts";

export type Poster = Pixels & {
  prompt: string;
  seed: number;
  isTransparent: boolean;
  /** The share that is drawn, from 0 to 1. */
  done: number;
};

export const POSTER_LABEL = "Poster, drawn in the gateway: not a generative model";

const SHAPES = 14;
const MOST_LINES = 4;

/**
 * Returns a poster as SVG, which is the same for the same prompt, seed and size. Its letters are drawn, so that no font
 * is needed.
 */
export function posterSvg(poster: Poster): string {
  const { width, height, prompt, isTransparent, done } = poster;
  const part = dice(poster);
  const hue = Math.round(part() * 360);
  const shapes = Array.from({ length: SHAPES }, () => shapeOf(poster, hue, part)).slice(0, Math.ceil(SHAPES * done));
  const sky = `<linearGradient id="sky" x2="0.4" y2="1"><stop stop-color="hsl(${hue},48%,16%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360},52%,34%)"/></linearGradient>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${POSTER_LABEL}</title><desc>${escapeXml(prompt.slice(0, 1000))}</desc><defs>${sky}</defs>`,
    isTransparent ? "" : `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
    ...shapes,
    done < 1 ? "" : lettering(poster),
    "</svg>",
  ].join("");
}

/** Returns a generator of numbers from 0 to 1 that depend only on the poster. */
function dice({ prompt, seed }: Poster): () => number {
  let at = 0;
  let block = "";
  return () => {
    if (at % 16 === 0) block = hash("sha256", `${at} ${seed} ${prompt}`, "hex");
    const digits = block.slice((at % 16) * 4, (at % 16) * 4 + 4);
    at += 1;
    return Number.parseInt(digits, 16) / 0xffff;
  };
}

function shapeOf({ width, height }: Pixels, hue: number, part: () => number): string {
  const side = Math.min(width, height);
  const fill = `hsl(${Math.round(hue + 20 + part() * 150) % 360},${Math.round(45 + part() * 30)}%,${Math.round(38 + part() * 34)}%)`;
  const paint = `fill="${fill}" fill-opacity="${(0.35 + part() * 0.5).toFixed(2)}"`;
  const x = Math.round(part() * width);
  const y = Math.round((0.3 + part() * 0.6) * height);
  const radius = Math.round(side * (0.05 + part() * 0.16));
  const kind = part();
  if (kind < 0.5) return `<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`;
  const turn = `transform="rotate(${Math.round(part() * 90)} ${x} ${y})"`;
  if (kind < 0.8)
    return `<rect x="${x - radius}" y="${y - radius / 3}" width="${radius * 2}" height="${radius / 1.5}" rx="${radius / 6}" ${paint} ${turn}/>`;
  return `<path d="M${x} ${y - radius}L${x + radius} ${y + radius}H${x - radius}Z" ${paint} ${turn}/>`;
}

/** Returns the prompt at the top and the label at the bottom, each on a legible background. */
function lettering({ width, height, prompt }: Poster): string {
  const dot = Math.max(1, Math.round(Math.min(width, height) / 150));
  const lines = linesOf(drawable(prompt.slice(0, 400)), Math.floor((width * 0.9) / ((LETTER_WIDTH + 1) * dot)));
  const lineHeight = (LETTER_HEIGHT + 4) * dot;
  const label = drawable(POSTER_LABEL);
  const small = Math.max(1, Math.min(Math.round(dot / 2), Math.floor(width / (label.length * (LETTER_WIDTH + 1)))));
  const foot = height - (LETTER_HEIGHT + 6) * small;
  return [
    lines.length > 0 ? background(width, dot * 4, lines.length * lineHeight + dot * 4) : "",
    ...lines.map((line, at) => letters(line, width, dot * 8 + at * lineHeight, dot)),
    background(width, foot - 4 * small, height - foot + 4 * small),
    letters(label, width, foot, small),
  ].join("");
}

function background(width: number, top: number, height: number): string {
  return `<rect y="${top}" width="${width}" height="${height}" fill="#0b0d12" fill-opacity="0.62"/>`;
}

function letters(text: string, width: number, top: number, dot: number): string {
  const left = Math.round((width - text.length * (LETTER_WIDTH + 1) * dot) / 2);
  let path = "";
  for (const [index, letter] of Array.from(text).entries()) {
    for (let at = 0; at < LETTER_WIDTH * LETTER_HEIGHT; at += 1) {
      const column = at % LETTER_WIDTH;
      const row = Math.floor(at / LETTER_WIDTH);
      if (!isDot(letter, column, row)) continue;
      const x = left + (index * (LETTER_WIDTH + 1) + column) * dot;
      path += `M${x} ${top + row * dot}h${dot}v${dot}h-${dot}z`;
    }
  }
  return `<path d="${path}" fill="#f5f5f5"/>`;
}

function linesOf(text: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((one) => one !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, longest));
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]?.slice(0, Math.max(1, longest - 3))}...`];
}

/** Escapes a text for XML and removes characters that XML cannot contain. */
function escapeXml(text: string): string {
  const printable = text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
  return printable.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
