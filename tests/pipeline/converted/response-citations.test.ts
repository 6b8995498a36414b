import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, eventsIn, post, saying } from "../calling.ts";
import { anthropic, delta, droppedIn, start, stop } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "anthropic"] });

const OPEN = "openai/gpt-oss-120b";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const URL_A = "https://a.example/x";
const URL_B = "https://b.example/";

const annotation = (url: string, title: string, start_index: number, end_index: number) => ({
  type: "url_citation",
  url_citation: { url, title, content: `On ${title}`, start_index, end_index },
});

function chunks(deltas: object[], more: object = {}): (string | object)[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...more,
    id: "c",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [...deltas.map((delta) => chunk(delta)), chunk({}, "stop"), "data: [DONE]\n\n"];
}

async function replies(dialect: DialectName, model: string, more: object = {}) {
  const headers = { "x-service-metadata": "enabled", "x-response-events": "openai" };
  const whole = await post(gateway, dialect, saying(dialect, model, "Look", { ...more }), { headers });
  expect(whole.status, whole.text).toBe(200);
  const streamed = await post(gateway, dialect, saying(dialect, model, "Look", { ...more, stream: true }), { headers });
  return { text: whole.text, reply: JSON.parse(whole.text) as Event, events: eventsIn(streamed.text) };
}

describe("annotations in a chat upstream's response", () => {
  const cited = [annotation(URL_A, "A", 0, 3), annotation(URL_B, "B", 4, 7)];
  const told = [
    { content: "One ", annotations: cited.slice(0, 1) },
    { content: "two", annotations: cited },
  ];

  test("become annotations of the text in responses, once each, with positions", async () => {
    upstream.script({ reply: { events: chunks(told) } });
    const { text, reply, events } = await replies("responses", OPEN);
    const expected = [
      { type: "url_citation", url: URL_A, title: "A", start_index: 0, end_index: 3 },
      { type: "url_citation", url: URL_B, title: "B", start_index: 4, end_index: 7 },
    ];
    expect(reply.output).toMatchObject([
      { content: [{ type: "output_text", text: "One two", annotations: expected }] },
    ]);
    const added = events.filter(({ type }) => type === "response.output_text.annotation.added");
    expect(added.map((event) => event.annotation)).toEqual(expected);
    expect(droppedIn(text)).toEqual([]);
  });

  test("become citations of the text in messages", async () => {
    upstream.script({ reply: { events: chunks(told) } });
    const { reply, events } = await replies("messages", OPEN);
    const expected = [
      { type: "web_search_result_location", url: URL_A, title: "A", cited_text: "On A", encrypted_index: "" },
      { type: "web_search_result_location", url: URL_B, title: "B", cited_text: "On B", encrypted_index: "" },
    ];
    expect(reply.content).toEqual([{ type: "text", text: "One two", citations: expected }]);
    const deltas = events.flatMap(({ delta }) => (delta?.type === "citations_delta" ? [delta.citation] : []));
    expect(deltas).toEqual(expected);
  });

  test.each<DialectName>(["responses", "messages"])("are reported in %s even without text", async (to) => {
    const call = { index: 0, id: "t", type: "function", function: { name: "look", arguments: "{}" } };
    upstream.script({ reply: { events: chunks([{ tool_calls: [call] }, { annotations: cited }]) } });
    const { text } = await replies(to, OPEN);
    expect(text).toContain(URL_A);
    expect(text).toContain(URL_B);
  });

  test.each<DialectName>(["responses", "messages"])(
    "sources listed next to the choices are reported in %s",
    async (to) => {
      const alongside = { citations: [URL_A, URL_B], search_results: [{ title: "A", url: URL_A, date: "2026-01-01" }] };
      upstream.script({ reply: { events: chunks([{ content: "One" }, { content: " two" }], alongside) } });
      const { reply } = await replies(to, OPEN);
      const part = to === "responses" ? reply.output[0].content[0] : reply.content[0];
      expect(part.text).toBe("One two");
      expect((part.annotations ?? part.citations).map(({ url }: Event) => url)).toEqual([URL_A, URL_B]);
    },
  );
});

describe("other content of a chat upstream", () => {
  test.each<DialectName>(["responses", "messages"])("is listed as dropped in %s", async (to) => {
    const details = [{ type: "reasoning.text", text: "Hm", signature: "EqQ=", index: 0 }];
    const odd = { audio: { id: "a", data: "AAAA" }, mood: "glad", nothing: null, empty: [] };
    upstream.script({ reply: { events: chunks([{ content: "Hi", reasoning_details: details }, odd]) } });
    const { text } = await replies(to, OPEN);
    expect(droppedIn(text).sort()).toEqual([
      "response (audio): dropped",
      "response (mood): dropped",
      "response (reasoning_details signature): dropped",
    ]);
  });

  test("is not listed as dropped if it is ordinary", async () => {
    const ordinary = { role: "assistant", content: "Hi", refusal: null, reasoning: "Hm", tool_calls: [] };
    upstream.script({ reply: { events: chunks([ordinary]) } });
    for (const to of ["responses", "messages"] as const) expect(droppedIn((await replies(to, OPEN)).text)).toEqual([]);
  });
});

test("an Anthropic search and a document quote are listed as dropped, because chat has no field for them", async () => {
  upstream.script({
    answer: {
      text: "Cats.",
      search: { query: "cats", url: URL_A, title: "A", quote: "cats" },
      citations: [{ documentIndex: 0, title: "Doc", quote: "nine" }],
    },
  });
  const { text, reply } = await replies("chat", CLAUDE);
  expect(reply.choices[0].message.annotations.map((one: Event) => one.url_citation.url)).toContain(URL_A);
  expect(droppedIn(text)).toEqual([
    "response (web_search call): dropped",
    "response (web_search result): dropped",
    "response (document citation): dropped",
  ]);
});

test.each([
  ["content_block_location", { document_index: 0, start_block_index: 0, end_block_index: 1 }],
  ["page_location", { document_index: 0, start_page_number: 1, end_page_number: 2 }],
  ["char_location", { document_index: 0, start_char_index: 0, end_char_index: 4 }],
  ["search_result_location", { search_result_index: 0, source: URL_A, start_block_index: 0, end_block_index: 1 }],
])("a citation of type %s without its optional fields does not fail the response", async (type, fields) => {
  const citation = { type, cited_text: "nine", ...fields };
  const cited = [
    start(0, { type: "text", text: "" }),
    delta(0, { type: "citations_delta", citation }),
    delta(0, { type: "text_delta", text: "Nine." }),
    stop(0),
  ];
  upstream.script({ times: 2, reply: { events: anthropic(...cited) } });
  const { reply } = await replies("chat", CLAUDE);
  expect(reply.choices[0]).toMatchObject({ message: { content: "Nine." }, finish_reason: "stop" });
});

test("annotations of earlier turns are listed as dropped", async () => {
  const said = { type: "output_text", text: "One", annotations: [{ type: "url_citation", url: URL_A }] };
  const input = [
    { role: "user", content: "Look" },
    { type: "message", id: "m", role: "assistant", status: "completed", content: [said] },
    { role: "user", content: "Again" },
  ];
  const { text } = await replies("responses", OPEN, { input });
  expect(text).toContain("input[1].content[0].annotations: dropped");
  const messages = [
    { role: "user", content: "Look" },
    { role: "assistant", content: "One", annotations: [annotation(URL_A, "A", 0, 3)] },
    { role: "user", content: "Again" },
  ];
  expect((await replies("chat", CLAUDE, { messages })).text).toContain("messages[1].annotations: dropped");
});
