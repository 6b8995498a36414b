const COLORS = 8;
const DASHES = ["", "5 3", "1.5 3"] as const;

export type SeriesStyle = { color: string; dash: string };

/** Outcomes and percentiles look the same everywhere, and like no model, key or user. */
const FIXED = new Map<string, SeriesStyle>([
  ["ok", { color: "var(--ok)", dash: "" }],
  ["cancelled", { color: "var(--faint)", dash: "" }],
  ["rejected", { color: "var(--status-rejected)", dash: "" }],
  ["4xx", { color: "var(--status-4xx)", dash: "" }],
  ["429", { color: "var(--status-429)", dash: "" }],
  ["5xx", { color: "var(--status-5xx)", dash: "" }],
  ["cut", { color: "var(--status-cut)", dash: "" }],
  ["p50", { color: "var(--ink)", dash: "" }],
  ["p90", { color: "var(--muted)", dash: "5 3" }],
  ["p99", { color: "var(--faint)", dash: "1.5 3" }],
]);

/** The style of everything outside the top N. */
export const OTHER_STYLE: SeriesStyle = { color: "var(--series-other)", dash: "2 2" };

/**
 * Returns the color and dash of each entity. An entity's slot is derived from its name, so that it looks the same on
 * every chart; if two of `entities` collide, the later name moves to the next free slot. Charts on one page agree if
 * they get the same full list. Those in `drawn` choose first, since bars have no dashes.
 */
export function seriesStyles(entities: readonly string[], drawn: readonly string[] = []): Map<string, SeriesStyle> {
  const slots = COLORS * DASHES.length;
  const used = new Set<number>();
  const styles = new Map<string, SeriesStyle>();
  for (const entity of new Set([...drawn.toSorted(), ...entities.toSorted()])) {
    const fixed = FIXED.get(entity);
    if (fixed) {
      styles.set(entity, fixed);
      continue;
    }
    const slot = freeSlot(entity, used, slots);
    used.add(slot);
    styles.set(entity, {
      color: `var(--series-${(slot % COLORS) + 1})`,
      dash: DASHES[Math.floor(slot / COLORS)] ?? "",
    });
  }
  return styles;
}

/** Solid lines first: dashes are used only when all eight colors are taken. */
function freeSlot(entity: string, used: ReadonlySet<number>, slots: number): number {
  const home = hash(entity) % COLORS;
  for (let round = 0; round < slots; round += 1) {
    const band = Math.floor(round / COLORS) * COLORS;
    const slot = band + ((home + round) % COLORS);
    if (!used.has(slot)) return slot;
  }
  return home;
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
