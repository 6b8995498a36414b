import { conform } from "../scenario/scenario.ts";
import { openWorld } from "../scenario/scenario-world.ts";
import { openrouterChat } from "./openrouter-chat.ts";

conform(openrouterChat, openWorld());
