import type { Modality } from "#server/catalogue/model.ts";

/** Returns a model's input and output modalities, as far as its name and a source's lists state them. */
export function modalitiesOf(
  slug: string,
  stated: { input?: string[]; output?: string[] } | undefined,
): { input: Modality[]; output: Modality[] } {
  const kind = KINDS.find(([pattern]) => pattern.test(slug));
  const input = (stated?.input ?? kind?.[1] ?? ["text"]).flatMap(modality);
  const output = kind ? kind[2] : (stated?.output ?? ["text"]).flatMap(modality);
  return { input: unique(input), output: unique(output.length > 0 ? output : ["text"]) };
}

/**
 * Names of models that none of our operations serve: realtime sessions, robotics, molecules, document OCR. Moderation
 * models are described by hand, since their dialects differ.
 */
export const UNSERVED =
  /realtime|-live|moderation|computer-use|lyria|prompt-guard|gliner|esm|bevformer|cosmos|paligemma|active-speaker|voicechat|-pii|usd|streampetr|sparsedrive|studiovoice|riva|parse|ocr|synthetic|trellis|rfdiffusion|proteinmpnn|boltz|diffdock|translate$|speaker-detection|safety|relace-search|grok-voice|bodybuilder|pareto-code/;

const KINDS: [pattern: RegExp, input: Modality[], output: Modality[]][] = [
  [/^omni-moderation/, ["text", "image"], ["moderation"]],
  [/^jina-reranker-m0/, ["text", "image"], ["rerank"]],
  [/rerank/, ["text"], ["rerank"]],
  [/^gemini-embedding-2/, ["text", "image", "audio", "video", "file"], ["embeddings"]],
  [/^embed-v4|^voyage-multimodal|^jina-(embeddings-v4|clip)/, ["text", "image"], ["embeddings"]],
  [/embed|^bge-|^e5-|^gte-|mini-?lm|mpnet|^voyage-|^jina-clip/, ["text"], ["embeddings"]],
  [/whisper|transcribe|-asr|voxtral-mini-26|^scribe|^nova-3(-|$)|parakeet|moonshine/, ["audio"], ["transcription"]],
  [/(^|-)tts(-|$)|^aura(-|$)|orpheus|kokoro|^piper|^eleven[_-]/, ["text"], ["speech"]],
  [/^(imagen|stable-image-(core|ultra))/, ["text"], ["image"]],
  [/^(dall-e|flux|gpt-image|chatgpt-image|grok-imagine-image|sd3|stable-|seedream)/, ["text", "image"], ["image"]],
  [
    /^(veo|sora|grok-imagine-video|kling|wan[-\d]|seedance|hunyuanvideo|ltx-(video|\d)|cogvideo|mochi-)|(^|-)(t2v|i2v|ti2v)(-|$)/,
    ["text", "image"],
    ["video"],
  ],
];

function modality(name: string): Modality[] {
  if (name === "pdf") return ["file"];
  return name === "text" || name === "image" || name === "file" || name === "audio" || name === "video" ? [name] : [];
}

function unique(list: Modality[]): Modality[] {
  return [...new Set(list)];
}
