const NAMES: Record<string, string> = {
  openai: "OpenAI",
  "x-ai": "xAI",
  "z-ai": "Z.ai",
  "meta-llama": "Meta",
  mistralai: "Mistral",
  moonshotai: "Moonshot AI",
  deepseek: "DeepSeek",
  nvidia: "NVIDIA",
  ai21: "AI21",
  minimax: "MiniMax",
  "ibm-granite": "IBM",
  nousresearch: "Nous Research",
  baai: "BAAI",
  voyageai: "Voyage AI",
  jinaai: "Jina AI",
  elevenlabs: "ElevenLabs",
  stabilityai: "Stability AI",
};

/** Returns the display name of an author. */
export function authorName(author: string): string {
  return (
    NAMES[author] ??
    author
      .split("-")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(" ")
  );
}
