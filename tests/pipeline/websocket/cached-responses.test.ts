import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { textIn } from "../calling.ts";
import { connect } from "./connect.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

test.each(["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"])(
  "a cached response of %s is sent as events, and the connection continues from it",
  async (model) => {
    const { key } = await gateway.newKey({ cache_ttl: 600 });
    const client = await connect(gateway, { key });
    const event = { type: "response.create", model, input: "Hello" };
    const made = await client.turn(event);
    const again = await client.turn(event);
    expect(upstream.requests).toHaveLength(1);
    expect([textIn(made), textIn(again)]).toEqual(["You said: Hello", "You said: Hello"]);
    const previous_response_id = again.at(-1).response.id;
    const next = await client.turn({ ...event, input: "And now?", previous_response_id });
    expect(textIn(next)).toBe("You said: And now?");
    expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain("You said: Hello");
    client.socket.close();
  },
);
