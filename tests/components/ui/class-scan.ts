import { readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

/** A node of the syntax tree, whatever its type. */
type Node = { type: string; start: number } & Record<string, unknown>;
/** Class names written in one place: those of a call of `cn`, or of a component's `className`. */
export type Written = { at: string; component: string | undefined; parts: (readonly string[] | "className")[] };
export type Use = Written & { of: string; isPassedOn: boolean };

/** Returns the calls of `cn` in a file, and where its components are given a class name. */
export function classesIn(file: string): { calls: Written[]; uses: Use[] } {
  const text = readFileSync(file, "utf8");
  const tree = parseAst(text, { lang: "tsx" }) as unknown as Node;
  const values = new Map<unknown, Node>();
  visit(tree, (node) => {
    if (node.type === "VariableDeclarator" && node.init) values.set((node.id as Node).name, node.init as Node);
  });
  const calls: Written[] = [];
  const uses: Use[] = [];
  visit(tree, (node, component) => {
    const at = `${file}:${text.slice(0, node.start).split("\n").length}`;
    if (isCallOfCn(node)) {
      const parts = (node.arguments as Node[]).map((part) => partOf(part, values));
      calls.push({ at, component, parts });
    }
    if (node.type !== "JSXOpeningElement") return;
    const of = String((node.name as Node).name);
    for (const { name, value } of node.attributes as { name?: Node; value?: Node }[]) {
      if (!value || !/className$/i.test(String(name?.name)) || !/^[A-Z]/.test(of)) continue;
      const expression = value.type === "JSXExpressionContainer" ? (value.expression as Node) : value;
      const parts = [stringsOf(expression, values)];
      uses.push({ at, component, of, parts, isPassedOn: mentionsClassName(expression) });
    }
  });
  return { calls, uses };
}

function partOf(node: Node, values: Map<unknown, Node>): readonly string[] | "className" {
  const strings = stringsOf(node, values);
  return strings.length === 0 && mentionsClassName(node) ? "className" : strings;
}

/** Calls `see` with each node and the component around it. */
function visit(node: unknown, see: (node: Node, component: string | undefined) => void, component?: string): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see, component);
  if (!isNode(node)) return;
  see(node, component);
  const name = node.type === "FunctionDeclaration" ? String((node.id as Node | null)?.name) : "";
  const inside = /^[A-Z]/.test(name) ? name : component;
  for (const child of Object.values(node)) if (typeof child === "object") visit(child, see, inside);
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === "string";
}

function isCallOfCn(node: Node): boolean {
  return node.type === "CallExpression" && (node.callee as Node).name === "cn";
}

function mentionsClassName(node: Node): boolean {
  let found = false;
  visit(node, ({ type, name }) => {
    if (type === "Identifier" && /className$/i.test(String(name))) found = true;
  });
  return found;
}

/** Returns the class names an expression may have: both of a condition, each of a table. */
function stringsOf(node: Node | undefined, values: Map<unknown, Node>): string[] {
  const of = (...nodes: unknown[]) => nodes.flatMap((one) => stringsOf(one as Node, values));
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return [(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(" ")];
    case "ConditionalExpression":
      return of(node.consequent, node.alternate);
    case "LogicalExpression":
      return node.operator === "&&" ? of(node.right) : of(node.left, node.right);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return of(node.expression);
    case "ObjectExpression":
      return of(...(node.properties as Node[]).map(({ value }) => value));
    case "MemberExpression":
      return of(node.object);
    case "CallExpression":
      return isCallOfCn(node) ? of(...(node.arguments as Node[])) : [];
    case "Identifier": {
      const value = node.name === "className" ? undefined : values.get(node.name);
      // A constant may not refer to itself, but an argument with its name may.
      return value ? stringsOf(value, new Map([...values].filter(([name]) => name !== node.name))) : [];
    }
    default:
      return [];
  }
}
