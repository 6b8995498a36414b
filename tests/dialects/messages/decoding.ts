import { messages } from "#server/dialects/messages/messages.ts";
import { targetProvider } from "../target-provider.ts";

export const user = (content: unknown) => ({ role: "user", content });

/** Decodes a small messages body with these fields for a provider. */
export const decode = (body: Record<string, unknown>, provider = "openai") =>
  messages.decode({ model: "m", messages: [user("hi")], ...body }, targetProvider(provider));
