import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { handleWith, installLastResort } from "#server/http/last-resort.ts";
import { createLog } from "#server/log.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";

// A server whose requests throw where no code catches it, for `last-resort.test.ts`.

const metrics = createMetrics(100);
installLastResort({ log: createLog("error"), metrics });

const server = createServer((incoming, outgoing) =>
  handleWith(outgoing, () => {
    if (incoming.url === "/timer") setTimeout(() => throwError(), 1);
    else if (incoming.url === "/rejection") void Promise.resolve().then(throwError);
    else if (incoming.url === "/listener") incoming.on("data", throwError);
    else if (incoming.url === "/metrics") void metrics.read().then(({ text }) => outgoing.end(text));
    else {
      outgoing.write("some of it");
      setTimeout(throwError, 1);
    }
  }),
);
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

function throwError(): void {
  throw new Error("nobody catches this");
}
