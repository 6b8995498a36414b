export type Started = { url: string; setUpUrl: string | undefined };

/** Messages of `api-server.ts` to the test that started it. */
export type Message = { started: Started } | { failed: string } | "closed";

/** Messages to a process with the variable `POOLED`: open a gateway with these variables, or close it. */
export type Command = { open: NodeJS.ProcessEnv } | "close";

export const POOLED = "SWITCHBOARD_TEST_POOLED";
