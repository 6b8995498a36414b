/** Returns the groups of nodes that reach each other, each sorted: Tarjan's strongly connected components. */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const lower = (node: string, to: number) => lowest.set(node, Math.min(lowest.get(node) as number, to));

  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node) as number);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) lower(node, lowest.get(next) as number);
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = path.splice(path.lastIndexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node)) cycles.push(group.sort());
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
