import { aiSdk } from "./ai-sdk.ts";
import { conform } from "./scenario.ts";
import { openWorld } from "./scenario-world.ts";

conform(aiSdk("@ai-sdk/openai chat"), openWorld());
