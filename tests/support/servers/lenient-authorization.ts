import { createServer } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

/** Starts an authorization server that accepts any code, repeatedly, for any MCP server. */
export async function startLenientAuthorization(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const replies: Record<string, object> = {
      "/.well-known/oauth-authorization-server": {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      },
      "/register": { client_id: "client", redirect_uris: ["http://localhost/"], token_endpoint_auth_method: "none" },
      "/token": { access_token: "token", token_type: "Bearer" },
    };
    const reply = replies[request.url ?? ""];
    response.writeHead(reply ? (request.url === "/register" ? 201 : 200) : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(reply ?? {}));
  });
  const { url, close } = await listenLocally(server);
  return {
    url: `${url}/mcp`,
    close,
  };
}
