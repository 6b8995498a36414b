import { openaiResponses } from "./openai-responses.ts";
import { conform } from "./scenario/scenario.ts";
import { openWorld } from "./scenario/scenario-world.ts";

conform(openaiResponses, openWorld());
