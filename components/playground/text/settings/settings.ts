import { DEFAULT_MAX_TOKENS, type Parameter, parametersFor, supports } from "#components/playground/parameters.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import { readSchema } from "./schema-text.ts";
import { readTools } from "./tools-text.ts";

/** A pane's settings, except its conversation. Values are kept even if another model does not support them. */
export type Settings = {
  system: string;
  stream: boolean;
  values: Readonly<Record<string, number | string>>;
  stop: readonly string[];
  /** Function tools as JSON text, as typed. */
  tools: string;
  toolChoice: "auto" | "required" | "none";
  /** Names of the gateway's own tools. */
  serverTools: readonly string[];
  /** Slugs of the workspace's MCP servers. */
  mcpServers: readonly string[];
  /** JSON schema of the response as text, as typed. */
  schema: string;
  /** Models to try if the first one fails. */
  fallbacks: readonly string[];
};

export const defaultSettings: Settings = {
  system: "",
  stream: true,
  values: {},
  stop: [],
  tools: "",
  toolChoice: "auto",
  serverTools: [],
  mcpServers: [],
  schema: "",
  fallbacks: [],
};

export const MOST_FALLBACKS = 3;
const MOST_STOPS = 4;

export type Problem = { field: string; message: string };

/** Returns what must be fixed before sending, by the rules of the contract, for fields that would be sent. */
export function problemsOf(
  settings: Settings,
  model: string,
  supported: readonly string[] | undefined,
  dialect: Dialect,
) {
  const problems: Problem[] = [];
  const add = (field: string, message: string | undefined) => message && problems.push({ field, message });
  if (model.trim() === "") add("model", "Choose a model.");
  for (const parameter of parametersFor(supported, dialect)) {
    add(parameter.id, valueProblem(parameter, settings.values[parameter.id]));
  }
  if (dialect === "messages" && supports(supported, "reasoning")) add("thinking_budget", budgetProblem(settings));
  if (supports(supported, "tools")) add("tools", readTools(settings.tools).problem);
  if (supports(supported, "structured_outputs", "response_format")) add("schema", readSchema(settings.schema).problem);
  if (settings.stop.length > MOST_STOPS) add("stop", `At most ${MOST_STOPS} stop sequences.`);
  if (settings.fallbacks.length > MOST_FALLBACKS) add("fallbacks", `At most ${MOST_FALLBACKS} fallbacks.`);
  if (settings.fallbacks.includes(model)) add("fallbacks", "The model cannot be its own fallback.");
  return problems;
}

/** Returns the error in one value; undefined if there is none. */
export function valueProblem(parameter: Parameter, value: number | string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (parameter.kind === "choice") {
    return parameter.choices.includes(String(value)) ? undefined : `Choose ${parameter.choices.join(", ")}.`;
  }
  const { min, max = Number.POSITIVE_INFINITY, whole } = parameter;
  if (typeof value !== "number" || value < min || value > max) {
    return Number.isFinite(max) ? `Enter ${min} to ${max}.` : `Enter at least ${min}.`;
  }
  return whole && !Number.isSafeInteger(value) ? "Enter a whole number." : undefined;
}

function budgetProblem({ values }: Settings): string | undefined {
  const budget = values.thinking_budget;
  const limit = Number(values.max_tokens ?? DEFAULT_MAX_TOKENS);
  if (typeof budget !== "number" || budget < limit) return undefined;
  return `Must be below max tokens (${limit.toLocaleString("en-US")}).`;
}

/** How many settings differ from their defaults, for the badge on the button. */
export function changedCount(settings: Settings): number {
  const texts = [settings.system, settings.tools, settings.schema].filter((text) => text.trim() !== "").length;
  const lists = [settings.stop, settings.fallbacks, settings.serverTools, settings.mcpServers].filter(
    (list) => list.length > 0,
  ).length;
  return Object.keys(settings.values).length + texts + lists + (settings.stream ? 0 : 1);
}
