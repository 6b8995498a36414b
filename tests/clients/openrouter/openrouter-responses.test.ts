import { conform } from "../scenario/scenario.ts";
import { openWorld } from "../scenario/scenario-world.ts";
import { openrouterResponses } from "./openrouter-responses.ts";

conform(openrouterResponses, openWorld());
