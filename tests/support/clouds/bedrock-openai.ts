import { type Event, eventsIn } from "#tests/pipeline/calling.ts";
import type { FrontReply } from "./front.ts";

/** The fields that Bedrock's chat endpoint rejects for `gpt-oss`. */
const REFUSED = ["logit_bias", "reasoning", "reasoning_details", "guardrailConfig"];

/** Answers OpenAI's chat completions at Bedrock's runtime, which names the reasoning of `gpt-oss` in the content. */
export function chatAnswer(models: readonly string[], body: Record<string, Event>): FrontReply {
  const { model, stream } = body;
  if (typeof model !== "string" || !model.includes("openai.gpt-oss") || !models.includes(model))
    return problem(404, "model_not_found", `The model '${model}' does not exist or is not supported on this route.`);
  const [refused] = REFUSED.filter((name) => name in body);
  if (refused) return problem(400, "validation_error", `Unsupported parameter: '${refused}'`);
  return {
    to: "/v1/chat/completions",
    body: JSON.stringify(body),
    reframe: stream === true ? taggedStream : taggedWhole,
  };
}

/** Answers OpenAI's Responses API at Bedrock's runtime, which takes only profiles and loads no URLs. */
export function responsesAnswer(models: readonly string[], body: Record<string, Event>): FrontReply {
  const { model, background, tools = [], input } = body;
  if (typeof model !== "string" || !/^(us|global)\.openai\.gpt-/.test(model) || !models.includes(model))
    return problem(
      400,
      "validation_error",
      `Invocation of model ID ${model} isn't supported. Retry your request with the ID of an inference profile.`,
    );
  if (background === true) return problem(400, "validation_error", "background: not supported on this endpoint");
  if (tools.some(({ type }: Event) => type !== "function" && type !== "custom"))
    return problem(400, "validation_error", "tools: server-side tools are not supported on this endpoint");
  if (JSON.stringify(input).includes('"image_url":"http'))
    return problem(400, "validation_error", "image_url: only data: and s3: URLs are supported");
  return { to: "/v1/responses", body: JSON.stringify(body) };
}

async function taggedWhole(response: Response) {
  const completion = (await response.json()) as Event;
  for (const { message } of completion.choices) {
    const { reasoning_content: reasoning, ...rest } = message;
    for (const name of Object.keys(message)) delete message[name];
    Object.assign(message, rest, reasoning && { content: `<reasoning>${reasoning}</reasoning>${rest.content ?? ""}` });
  }
  return { headers: { "content-type": "application/json" }, chunks: [Buffer.from(JSON.stringify(completion))] };
}

/** Cuts the tags between chunks. */
async function taggedStream(response: Response) {
  let isReasoning = false;
  const events = eventsIn(await response.text()).flatMap((event) => {
    const delta = event.choices?.[0]?.delta;
    const thought = delta?.reasoning_content;
    const saying = (content: string) => ({
      ...event,
      choices: [{ ...event.choices[0], delta: { ...(delta.role && { role: delta.role }), content } }],
    });
    if (thought === undefined) {
      if (!isReasoning || !delta?.content) return [event];
      isReasoning = false;
      return [saying("</reaso"), saying(`ning>${delta.content}`)];
    }
    if (isReasoning) return [saying(thought)];
    isReasoning = true;
    return [saying("<rea"), saying(`soning>${thought}`)];
  });
  const text = events.map((event) => `data: ${event === "[DONE]" ? event : JSON.stringify(event)}\n\n`).join("");
  return { headers: { "content-type": "text/event-stream" }, chunks: [Buffer.from(text)] };
}

function problem(status: number, code: string, message: string): FrontReply {
  return { status, json: { error: { message, type: "invalid_request_error", param: null, code } } };
}
