import { openaiChat } from "./openai-chat.ts";
import { conform } from "./scenario/scenario.ts";
import { openWorld } from "./scenario/scenario-world.ts";

conform(openaiChat, openWorld());
