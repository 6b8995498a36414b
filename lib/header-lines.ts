/** Parses lines of the form `Name: value` into headers. */
export function headersIn(lines: string): Record<string, string> {
  const pairs = lines.split("\n").flatMap((line): [string, string][] => {
    const cut = line.indexOf(":");
    if (line.trim() === "") return [];
    return cut < 0 ? [[line.trim(), ""]] : [[line.slice(0, cut).trim(), line.slice(cut + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}

/** Formats headers as lines of the form `Name: value`. */
export function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
