import type { JSONObject, JSONValue, LanguageModelV4ProviderTool } from "@ai-sdk/provider";
import { text, textList } from "../shape.ts";
import { type DecodeState, note } from "./decode-state.ts";

/**
 * Reads a tool that the target runs. Every known target has web search; all other tools are dropped with a note.
 * `alone`: the caller defines no tools of their own. Google's older models accept only one kind of tool, and the
 * caller's tools take precedence.
 */
export function decodeServerTool(
  tool: JSONObject,
  path: string,
  alone: boolean,
  reading: DecodeState,
): LanguageModelV4ProviderTool[] {
  const type = text(tool.type, `${path}.type`);
  const equivalent =
    isWebSearch(type) && reading.target.hasSearch ? webSearch(tool, type, path, alone, reading) : undefined;
  if (equivalent === undefined) {
    note(reading, path, `dropped (${type})`);
    return [];
  }
  return [{ type: "provider", name: "web_search", ...equivalent }];
}

function isWebSearch(type: string): boolean {
  return type === "web_search_20250305" || type === "web_search_20260209" || type === "openrouter:web_search";
}

type Equivalent = Pick<LanguageModelV4ProviderTool, "id" | "args">;

function webSearch(
  tool: JSONObject,
  type: string,
  path: string,
  alone: boolean,
  reading: DecodeState,
): Equivalent | undefined {
  const allowedDomains = domains(tool.allowed_domains, `${path}.allowed_domains`);
  const blockedDomains = domains(tool.blocked_domains, `${path}.blocked_domains`);
  const userLocation = tool.user_location ?? undefined;
  switch (reading.target.family) {
    case "anthropic":
      return {
        id: type === "web_search_20260209" ? "anthropic.web_search_20260209" : "anthropic.web_search_20250305",
        args: definedFields({ maxUses: tool.max_uses ?? undefined, allowedDomains, blockedDomains, userLocation }),
      };
    case "openai": {
      noteDropped(tool, ["max_uses", "cache_control"], path, reading);
      const filters = definedFields({ allowedDomains, blockedDomains });
      return {
        id: "openai.web_search",
        args: definedFields({ filters: hasAny(filters) ? filters : undefined, userLocation }),
      };
    }
    case "google":
      if (!alone) return undefined;
      noteDropped(
        tool,
        ["max_uses", "allowed_domains", "blocked_domains", "user_location", "cache_control"],
        path,
        reading,
      );
      return { id: "google.google_search", args: {} };
    case "compatible":
      noteDropped(tool, ["max_uses", "cache_control"], path, reading);
      return {
        id: `${reading.target.id}.web_search`,
        args: definedFields({ allowedDomains, blockedDomains, userLocation }),
      };
  }
}

function domains(value: JSONValue | undefined, path: string): string[] | undefined {
  return value === undefined || value === null ? undefined : textList(value, path);
}

function noteDropped(tool: JSONObject, keys: string[], path: string, reading: DecodeState): void {
  for (const key of keys) {
    if (tool[key] !== undefined && tool[key] !== null) note(reading, `${path}.${key}`, "dropped");
  }
}

function definedFields(args: Record<string, JSONValue | undefined>): JSONObject {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function hasAny(args: JSONObject): boolean {
  return Object.keys(args).length > 0;
}
