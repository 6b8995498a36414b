import { googleGenai } from "./google-genai.ts";
import { conform } from "./scenario/scenario.ts";
import { openWorld } from "./scenario/scenario-world.ts";

conform(googleGenai, openWorld());
