import type { AddressInfo } from "node:net";
import { setUpLink } from "#server/auth/set-up.ts";
import { ready } from "#server/find-gateway.ts";
import { endAtSignals } from "#server/http/drain.ts";
import { openHttpAdapter } from "#server/http/http-adapter.ts";
import { installLastResort } from "#server/http/last-resort.ts";
import { newServer } from "#server/http/server.ts";
import { followConfigFile } from "#server/operations/config/file/follow-config-file.ts";

// The gateway's process without its pages: the API's door alone, on a free port, for `gateway.ts`.

/** Messages from the process to the test that started it. */
export type Started = { url: string; setUpUrl: string | undefined };

const gateway = await ready().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await followConfigFile(gateway);
installLastResort(gateway);
const server = newServer(gateway.environment);
server.on("request", await openHttpAdapter(process.cwd(), gateway.log));
await new Promise<void>((listening) => server.listen(gateway.environment.PORT, "127.0.0.1", listening));
// Before the test knows the address: it may stop the process at once.
endAtSignals(server, gateway);
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
process.send?.({ url, setUpUrl: await setUpLink(gateway.database, url) } satisfies Started);

// The channel closes when the test run ends, however it ends.
process.once("disconnect", () => process.exit(0));
