import { openaiChat } from "./openai-chat.ts";
import { conform } from "./scenario.ts";
import { openWorld } from "./scenario-world.ts";

conform(openaiChat, openWorld());
