export type PlaygroundMode = {
  /** Its address below the playground; text is the playground itself. */
  id: string;
  label: string;
  /** The output modality of its models. */
  makes: string;
};

/** Every mode of the playground, in the order of the switcher. A new one is a line here, a page, and its component. */
export const PLAYGROUND_MODES = [
  { id: "text", label: "Text", makes: "text" },
  { id: "image", label: "Image", makes: "image" },
  { id: "video", label: "Video", makes: "video" },
  { id: "speech", label: "Speech", makes: "speech" },
  { id: "transcription", label: "Transcription", makes: "transcription" },
  { id: "embeddings", label: "Embeddings", makes: "embeddings" },
  { id: "rerank", label: "Rerank", makes: "rerank" },
] as const satisfies readonly PlaygroundMode[];

export type MediaMode = Exclude<(typeof PLAYGROUND_MODES)[number]["id"], "text">;

/** Returns the path of a mode in a workspace. */
export function playgroundPath(workspaceSlug: string, mode: string): string {
  const path = `/w/${workspaceSlug}/playground`;
  return mode === "text" ? path : `${path}/${mode}`;
}

/** Maps the log's names of request types to the playground's, where they differ. */
const LOGGED_AS: Record<string, string> = { completions: "text", tts: "speech", stt: "transcription" };

/** Returns the mode in which a logged request (`api_type`) can be repeated. */
export function modeOfCall(apiType: string): (typeof PLAYGROUND_MODES)[number] | undefined {
  return PLAYGROUND_MODES.find(({ id }) => id === (LOGGED_AS[apiType] ?? apiType));
}

/** Returns the mode for trying a model, by its output: text first. */
export function modeMaking(outputs: readonly string[]): (typeof PLAYGROUND_MODES)[number] | undefined {
  return PLAYGROUND_MODES.find(({ makes }) => outputs.includes(makes));
}
