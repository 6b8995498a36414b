import { openrouterChat } from "./openrouter-chat.ts";
import { conform } from "./scenario.ts";
import { openWorld } from "./scenario-world.ts";

conform(openrouterChat, openWorld());
