import { anthropicMessages } from "./anthropic.ts";
import { conform } from "./scenario/scenario.ts";
import { openWorld } from "./scenario/scenario-world.ts";

conform(anthropicMessages, openWorld());
