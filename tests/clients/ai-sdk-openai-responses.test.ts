import { aiSdk } from "./ai-sdk.ts";
import { conform } from "./scenario/scenario.ts";
import { openWorld } from "./scenario/scenario-world.ts";

conform(aiSdk("@ai-sdk/openai responses"), openWorld());
