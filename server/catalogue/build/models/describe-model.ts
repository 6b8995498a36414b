import type { Model } from "#server/catalogue/model.ts";

/** Returns a short description of a model from its facts. `relative` is the model whose facts replace missing ones. */
export function describeModel(
  model: Omit<Model, "description">,
  author: string,
  parameters: string[],
  relative: string | null,
): string {
  const abilities = ABILITIES.filter(([parameter]) => parameters.includes(parameter)).map(([, words]) => words);
  return [
    `${model.name} by ${author}.`,
    `Input: ${joinItems(model.inputModalities.map(describeModality))}.`,
    `Output: ${joinItems(model.outputModalities.map(describeModality))}.`,
    model.contextLength ? `Context: ${model.contextLength.toLocaleString("en-US")} tokens.` : "",
    abilities.length > 0 ? `Supports ${joinItems(abilities)}.` : "",
    relative ? `Facts missing from its sources are taken from ${relative}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
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

function describeModality(modality: string): string {
  return WORDS[modality] ?? modality;
}

function joinItems(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
