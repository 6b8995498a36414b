/** The conventions' names of providers, where they differ from our ids. */
const PROVIDERS: Record<string, string> = {
  google: "gcp.gemini",
  mistral: "mistral_ai",
  moonshot: "moonshot_ai",
  moonshotai: "moonshot_ai",
  xai: "x_ai",
};

/** The operations of the conventions; each text dialect is a chat, and images, speech and video are generated content. */
const OPERATIONS: Record<string, string> = {
  createResponse: "chat",
  createMessage: "chat",
  createChatCompletion: "chat",
  generateContent: "generate_content",
  streamGenerateContent: "generate_content",
  createEmbeddings: "embeddings",
  createImage: "generate_content",
  createSpeech: "generate_content",
  createTranscription: "generate_content",
  createTranslation: "generate_content",
  createVideo: "generate_content",
  callMcp: "execute_tool",
};

/** Returns the value of `gen_ai.provider.name` for a provider's id. */
export function providerName(id: string): string {
  return PROVIDERS[id] ?? id;
}

/** Returns the value of `gen_ai.operation.name` for an endpoint's id; the conventions allow names of our own. */
export function operationName(endpointId: string): string {
  return OPERATIONS[endpointId] ?? endpointId;
}
