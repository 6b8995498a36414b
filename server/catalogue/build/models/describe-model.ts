import type { Model } from "#server/catalogue/model.ts";

/** One sentence about a model, made of its facts. `relative` is the model whose facts stand in for missing ones. */
export function describeModel(
  model: Omit<Model, "description">,
  author: string,
  parameters: string[],
  relative: string | null,
): string {
  const context = model.contextLength ? `, with ${model.contextLength.toLocaleString("en-US")} tokens of context` : "";
  const abilities = ABILITIES.filter(([parameter]) => parameters.includes(parameter)).map(([, words]) => words);
  const able = abilities.length > 0 ? `; supports ${list(abilities)}` : "";
  const borrowed = relative ? `; what its sources leave out is taken from ${relative}` : "";
  return `${model.name} by ${author} takes ${list(model.inputModalities.map(words))} and gives ${list(model.outputModalities.map(words))}${context}${able}${borrowed}.`;
}

const ABILITIES: [parameter: string, words: string][] = [
  ["reasoning", "reasoning"],
  ["tools", "tools"],
  ["structured_outputs", "structured output"],
];

const WORDS: Record<string, string> = {
  image: "images",
  file: "files",
  rerank: "a ranking",
  transcription: "a transcript",
};

function words(modality: string): string {
  return WORDS[modality] ?? modality;
}

function list(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
