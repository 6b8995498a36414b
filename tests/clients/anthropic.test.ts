import { anthropicMessages } from "./anthropic.ts";
import { conform } from "./scenario.ts";
import { openWorld } from "./scenario-world.ts";

conform(anthropicMessages, openWorld());
