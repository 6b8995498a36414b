/** Sums by one or two labels that are cheap to add to. */
export type LabelSums = {
  add(count: number, first: string, second?: string): void;
  each(take: (labels: string[], count: number) => void): void;
};

export function createLabelSums(): LabelSums {
  const sums = new Map<string, Map<string, number>>();
  return {
    add(count, first, second = "") {
      let row = sums.get(first);
      if (!row) {
        row = new Map();
        sums.set(first, row);
      }
      row.set(second, (row.get(second) ?? 0) + count);
    },
    each(take) {
      for (const [first, row] of sums) for (const [second, count] of row) take([first, second], count);
    },
  };
}
