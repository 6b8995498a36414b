import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import type { NameList, ToolLimits } from "#server/guardrails/effective.ts";
import type { OfferedTool } from "./offered-tools.ts";

/** Entries of tool lists that start with this are patterns for the functions that the caller runs. */
const PREFIX = "function:";

/** Returns the list that does not allow a function; undefined if all do. Only lists with such patterns limit functions. */
export function functionRefusal({ allowed, ignored }: ToolLimits, name: string): NameList | undefined {
  const isNamed = (list: NameList) => patternsIn(list).some((pattern) => matches(pattern, name.toLowerCase()));
  return allowed.find((list) => patternsIn(list).length > 0 && !isNamed(list)) ?? ignored.find(isNamed);
}

/** Returns whether any list has patterns for functions. */
export function limitsFunctions({ allowed, ignored }: ToolLimits): boolean {
  return [...allowed, ...ignored].some((list) => patternsIn(list).length > 0);
}

/** Returns whether a list has other entries. */
export function limitsServerTools({ names }: NameList): boolean {
  return [...names].some((name) => !name.startsWith(PREFIX));
}

function patternsIn({ names }: NameList): string[] {
  return [...names].flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
}

/** Returns whether a pattern, in which each `*` stands for any characters, matches a whole name. Linear in both. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return first === name;
  const last = rest.pop() as string;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

/** Returns the functions that a body offers, in whatever form its dialect has for them. */
export function clientFunctions({ tools, functions, input }: Body): OfferedTool[] {
  return [
    ...functionsIn(tools, "tools"),
    ...functionsIn(functions, "functions"),
    ...recordsOf(input).flatMap((item, index) => functionsIn(item.tools, `input[${index}].tools`)),
  ];
}

/** A namespace has functions of its own, but no namespaces. */
function functionsIn(list: unknown, path: string, isInside = false): OfferedTool[] {
  return recordsOf(list).flatMap((tool, index) => {
    const place = `${path}[${index}]`;
    const { type, function: nested, custom } = tool;
    const definition = isRecord(nested) ? nested : isRecord(custom) ? custom : tool;
    const isFunction = type === undefined || type === "function" || type === "custom";
    const name = isFunction ? textOf(definition.name) : FIXED.has(String(type)) ? String(type) : undefined;
    return [
      ...(name === undefined ? [] : [{ name, path: place }]),
      ...(isInside ? [] : functionsIn(tool.tools, `${place}.tools`, true)),
    ];
  });
}

/** Tools with a form of their own that the caller runs. */
const FIXED: ReadonlySet<string> = new Set(["local_shell", "shell", "apply_patch"]);
