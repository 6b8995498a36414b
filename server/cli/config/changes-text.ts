type Change = {
  action: "create" | "update" | "delete";
  kind: string;
  workspace: string | null;
  name: string;
  fields: { field: string; before: unknown; after: unknown }[];
};

const SIGNS = { create: "+", update: "~", delete: "-" };

/** Returns changes as lines of text, each with its fields below it. */
export function changesText(changes: readonly Change[], notes: readonly string[]): string {
  const lines = changes.flatMap(({ action, kind, workspace, name, fields }) => [
    `${SIGNS[action]} ${kind} ${workspace && kind !== "workspace" ? `${workspace}/` : ""}${name}`,
    ...fields.map(({ field, before, after }) =>
      action === "create"
        ? `    ${field}: ${JSON.stringify(after)}`
        : `    ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    ),
  ]);
  return [...(lines.length > 0 ? lines : ["Nothing to change."]), ...notes.map((note) => `! ${note}`)].join("\n");
}
