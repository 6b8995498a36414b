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
  abacusai: "Abacus.AI",
  alfredpros: "AlfredPros",
  allenai: "Ai2",
  "anthracite-org": "Anthracite",
  "arcee-ai": "Arcee AI",
  bytedance: "ByteDance",
  "bytedance-seed": "ByteDance Seed",
  cognitivecomputations: "Cognitive Computations",
  deepcogito: "Deep Cogito",
  digitalocean: "DigitalOcean",
  essentialai: "Essential AI",
  inclusionai: "inclusionAI",
  "nex-agi": "Nex AGI",
  openpipe: "OpenPipe",
  openrouter: "OpenRouter",
  "pearl-ai": "Pearl AI",
  rekaai: "Reka AI",
  sakana: "Sakana AI",
  sarvamai: "Sarvam AI",
  stepfun: "StepFun",
  thedrummer: "TheDrummer",
  thinkingmachines: "Thinking Machines",
  "tokyotech-llm": "TokyoTech LLM",
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
