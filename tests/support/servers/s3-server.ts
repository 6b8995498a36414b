import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { isSigned } from "./s3-signature.ts";

export type S3Server = {
  /** Variables of a gateway that keeps its files in the server's bucket. */
  env: Record<string, string>;
  endpoint: string;
  bucket: string;
  close(): Promise<void>;
};

// The credentials that the server accepts.
const KEY = "S3RVER";
const ACCESS = { accessKeyId: KEY, secretAccessKey: KEY };

/** Starts a server that speaks S3, with an empty bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "switchboard-s3-"));
  const bucket = "switchboard-files";
  const configureBuckets = [{ name: bucket, configs: [] }];
  const server = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets });
  const proxy = await openHttpAdapter((await server.run()).port);
  return {
    endpoint: proxy.address,
    bucket,
    env: { S3_ENDPOINT: proxy.address, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: KEY, S3_SECRET_ACCESS_KEY: KEY },
    async close() {
      await proxy.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Checks signatures before requests reach the server, because it accepts every version 4 signature. */
async function openHttpAdapter(port: number) {
  const proxy = createServer((incoming, outgoing) => {
    if (isSigned(incoming, ACCESS, Date.now())) return pass(incoming, outgoing, port);
    incoming.resume();
    const error = "<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is wrong</Message></Error>";
    outgoing.writeHead(403, { "content-type": "application/xml" }).end(error);
  });
  const { url, close } = await listenLocally(proxy);
  return { address: url, close };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode as number, response.headers);
    response.pipe(outgoing);
  });
  // If the client disconnects during an upload or a download, the proxy does too.
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
