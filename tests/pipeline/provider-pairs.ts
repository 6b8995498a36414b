import type { DialectName } from "./calling.ts";

/** A model of each provider whose wire format differs. */
export const MODELS = {
  openai: "openai/gpt-5-mini",
  anthropic: "anthropic/claude-sonnet-4.5",
  google: "google/gemini-2.5-flash",
  groq: "openai/gpt-oss-120b",
  "perplexity-agent": "perplexity/sonar",
};

/** Returns every combination of a dialect and one of these providers. */
export function pairsOf<Provider extends string>(models: Record<Provider, string>): [DialectName, Provider][] {
  return (["responses", "messages", "chat"] as const).flatMap((dialect) =>
    (Object.keys(models) as Provider[]).map((provider): [DialectName, Provider] => [dialect, provider]),
  );
}

/** Returns a tool of the client as a dialect declares it. */
export function toolFor(dialect: DialectName, name: string, schema: object) {
  if (dialect === "messages") return { name, input_schema: schema };
  if (dialect === "responses") return { type: "function", name, parameters: schema };
  return { type: "function", function: { name, parameters: schema } };
}
