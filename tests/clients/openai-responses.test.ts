import { openaiResponses } from "./openai-responses.ts";
import { conform } from "./scenario.ts";
import { openWorld } from "./scenario-world.ts";

conform(openaiResponses, openWorld());
