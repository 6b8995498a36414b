import { type ClassValue, clsx } from "clsx";

/** What was joined before: the rows of a table ask for the same classes over and over. */
const known = new Map<string, string>();
const MOST_KNOWN = 2000;

/** Joins class names; of two classes that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes);
  const before = known.get(joined);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const kept = withoutOverruled(joined.split(" "));
  known.set(joined, kept);
  return kept;
}

function withoutOverruled(names: readonly string[]): string {
  const set = new Set<string>();
  const kept = names.toReversed().filter((name) => {
    // `max-md:` and the like, and the `!` of what is important: a property under each is another.
    const end = name.lastIndexOf(":") + 1;
    const under = name.slice(0, end) + (name.endsWith("!") ? "!" : "");
    const property = propertyOf(name.slice(end).replace("!", ""));
    if (!property) return true;
    if (set.has(under + property)) return false;
    for (const each of [property, ...(COVERED[property] ?? [])]) set.add(under + each);
    return true;
  });
  return kept.reverse().join(" ");
}

// `tailwind-merge` knows all of Tailwind, and was 7 kB of every page. These are the properties that components here
// let their callers overrule; a test compares the two for every class of the console.
const PROPERTIES: readonly (readonly [RegExp, string])[] = [
  [/^(inline-)?(flex|grid|block)$|^(inline|hidden|contents)$/, "display"],
  [/^(absolute|relative|fixed|sticky|static)$/, "position"],
  [/^text-(2?xs|sm|base|lg|xl|\dxl)$/, "text size"],
  [/^text-(left|center|right)$/, "text align"],
  [/^text-(?!nowrap|wrap|balance|pretty)/, "text color"],
  [/^font-(sans|mono)$/, "font family"],
  [/^font-/, "font weight"],
  [/^flex-(row|col)/, "flex direction"],
  [/^flex-(?!wrap|nowrap)/, "flex"],
  [/^(shrink|grow)(-|$)/, "$1"],
  [/^border(-\d)?$/, "border"],
  [/^border-([xytrblse])(-\d)?$/, "border-$1"],
  [/^border-(solid|dashed|dotted|none)$/, "border style"],
  [/^border-(?!collapse|[xytrblse]-)/, "border color"],
  [/^bg-(?!\[|center|cover|contain|no-repeat|origin)/, "background color"],
  [/^rounded(-(sm|md|lg|full|none))?$/, "rounded"],
  [/^-?((?:min-|max-)?[wh]|[pm][xytrbl]?|(?:gap|inset|overflow)(?:-[xy](?=-))?)-/, "$1"],
  [/^-?(size|top|right|bottom|left|z|items|justify|order|cursor|leading|transition|line-clamp)-/, "$1"],
  [/^-?outline-offset-/, "outline offset"],
  [/^ring-(?!\d|inset)/, "ring color"],
];

/** What a property sets along with its own. */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  size: ["w", "h"],
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  gap: ["gap-x", "gap-y"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  overflow: ["overflow-x", "overflow-y"],
  flex: ["shrink", "grow"],
  border: ["border-x", "border-y", "border-t", "border-r", "border-b", "border-l"],
  "line-clamp": ["display", "overflow"],
  "text size": ["leading"],
};

function propertyOf(name: string): string | undefined {
  const found = PROPERTIES.find(([pattern]) => pattern.test(name));
  return found && name.match(found[0])?.[0].replace(found[0], found[1]);
}
