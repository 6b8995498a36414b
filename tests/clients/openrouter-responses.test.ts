import { openrouterResponses } from "./openrouter-responses.ts";
import { conform } from "./scenario.ts";
import { openWorld } from "./scenario-world.ts";

conform(openrouterResponses, openWorld());
