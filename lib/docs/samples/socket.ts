import { KEY_VARIABLE, type RequestSample } from "#lib/request-samples.ts";

/** The first event of the samples. */
const EVENT = { type: "response.create", model: "local/echo", input: "Hello" };

/** Returns how to open a WebSocket with curl, which only shows the handshake, and to use it in Node and Python. */
export function socketSamples(url: string): RequestSample[] {
  return [
    { id: "curl", label: "curl", code: curlOf(url) },
    { id: "node", label: "Node", code: nodeOf(url.replace(/^http/, "ws")) },
    { id: "python", label: "Python", code: pythonOf(url.replace(/^http/, "ws")) },
  ];
}

function curlOf(url: string): string {
  return [
    `curl "${url}"`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    `  -H "Connection: Upgrade"`,
    `  -H "Upgrade: websocket"`,
    `  -H "Sec-WebSocket-Version: 13"`,
    `  -H "Sec-WebSocket-Key: c3dpdGNoYm9hcmQtc2FtcA=="`,
    "  --http1.1 --include --max-time 2",
  ].join(" \\\n");
}

function nodeOf(url: string): string {
  return `const socket = new WebSocket("${url}", {
  headers: { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },
});
socket.onopen = () => socket.send(JSON.stringify(${JSON.stringify(EVENT)}));
socket.onmessage = ({ data }) => {
  const event = JSON.parse(data);
  console.log(event.type);
  if (["response.completed", "response.failed", "error"].includes(event.type)) socket.close();
};
socket.onerror = ({ message }) => console.error(message);`;
}

function pythonOf(url: string): string {
  return `import json
import os

from websockets.sync.client import connect

headers = {"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"}
with connect("${url}", additional_headers=headers) as socket:
    socket.send(json.dumps(${JSON.stringify(EVENT)}))
    for message in socket:
        event = json.loads(message)
        print(event["type"])
        if event["type"] in ("response.completed", "response.failed", "error"):
            break`;
}
