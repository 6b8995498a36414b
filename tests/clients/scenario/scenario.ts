import { describe } from "vitest";
import { aborts } from "./scenario-abort.ts";
import type { Client } from "./scenario-driver.ts";
import { failures } from "./scenario-failures.ts";
import { answers } from "./scenario-responses.ts";
import { toolsAndThoughts } from "./scenario-tools.ts";
import type { World } from "./scenario-world.ts";

/** The whole table of one client: every upstream, whole and streamed, every behavior. */
export function conform(client: Client, world: World): void {
  describe(client.name, () => {
    answers(client, world);
    toolsAndThoughts(client, world);
    aborts(client, world);
    failures(client, world);
  });
}
