import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { fileURLToPath } from "node:url";
import { listenLocally } from "./listen-locally.ts";

const fileOf = (name: string) => fileURLToPath(new URL(`../tls/receiver-${name}.pem`, import.meta.url));

/** The certificate of `localhost` and `receiver.test`, for NODE_EXTRA_CA_CERTS. */
export const CERTIFICATE = fileOf("certificate");

/** Starts an https server on 127.0.0.1 that passes every request on to the http server at `url`. */
export async function startSecureFront(url: string) {
  const keys = { key: readFileSync(fileOf("key")), cert: readFileSync(CERTIFICATE) };
  const server = createServer(keys, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? "/", url), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outgoing.on("close", () => onward.destroy());
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return listenLocally(server);
}
