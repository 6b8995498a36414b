import { createServer } from "node:http";
import { Agent, request } from "undici";

// The baseline for every comparison: a proxy that only forwards bytes, with a keep-alive client.
const [target, port] = process.argv.slice(2) as [string, string];
const dispatcher = new Agent({ connections: 10_000, headersTimeout: 0, bodyTimeout: 0 });

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const stop = new AbortController();
  outgoing.once("close", () => stop.abort());
  try {
    const response = await request(target + incoming.url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: incoming.headers.authorization ?? "" },
      body: Buffer.concat(chunks),
      dispatcher,
      signal: stop.signal,
    });
    const { connection: _connection, "transfer-encoding": _encoding, ...headers } = response.headers;
    outgoing.writeHead(response.statusCode, headers);
    response.body.pipe(outgoing);
  } catch {
    outgoing.destroy();
  }
});
server.keepAliveTimeout = 72_000;
server.listen(Number(port), "127.0.0.1", () => process.stdout.write(`listening ${port}\n`));
