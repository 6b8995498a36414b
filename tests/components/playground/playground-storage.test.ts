import { describe, expect, test } from "vitest";
import { type CatalogueModel, searchModels, withRecent } from "#components/playground/models/model-search.ts";
import { newAnswer } from "#components/playground/result/answer.ts";
import { markdownBlocks } from "#components/playground/text/answer/markdown-blocks.ts";
import { attachmentProblem } from "#components/playground/text/composer/attachments.ts";
import {
  type Conversation,
  readHistory,
  withConversation,
  withoutImages,
} from "#components/playground/text/history/history.ts";
import { readShareHash, shareHash } from "#components/playground/text/history/share-link.ts";
import type { Turn } from "#components/playground/text/pane/conversation.ts";
import { initialState } from "#components/playground/text/pane/initial-state.ts";
import { defaultSettings } from "#components/playground/text/settings/settings.ts";

const settings = { ...defaultSettings, stop: [], fallbacks: [], serverTools: [], mcpServers: [], values: {} };

const conversation = (id: string, turns: readonly Turn[] = []): Conversation => ({
  id,
  name: id,
  savedAt: 1,
  dialect: "responses",
  synced: true,
  draft: "",
  panes: [{ model: "local/echo", settings, turns }],
});

const said = (text: string): Turn => ({
  id: text.slice(0, 9),
  role: "user",
  text,
  attachments: [],
  toolResults: [],
  decisions: [],
});

describe("history", () => {
  test("entries are restored as they were stored", () => {
    const one = conversation("a", [
      said("Hi"),
      { id: "x", role: "assistant", answer: { ...newAnswer("messages", "m", true, 0), status: "done", text: "Yo" } },
    ]);
    expect(readHistory(JSON.stringify(withConversation([], one)))).toEqual([one]);
  });

  test("beyond thirty the oldest entries are dropped, and a saved one moves to the front", () => {
    const all = Array.from({ length: 31 }, (_, index) => conversation(`c${index}`)).reduce(
      withConversation,
      [] as readonly Conversation[],
    );
    expect(all).toHaveLength(30);
    expect(all[0]?.id).toBe("c30");
    expect(withConversation(all, conversation("c5"))[0]?.id).toBe("c5");
    expect(withConversation(all, conversation("c5"))).toHaveLength(30);
  });

  test("it never exceeds the browser's storage", () => {
    const long = said("x".repeat(400_000));
    const all = ["a", "b", "c", "d", "e"]
      .map((id) => conversation(id, [long]))
      .reduce(withConversation, [] as readonly Conversation[]);
    expect(all.map(({ id }) => id)).toEqual(["e", "d", "c"]);
  });

  test("images are stored by name only, and a running response as a stopped one", () => {
    const attachments = [
      { id: "i", name: "dot.png", mediaType: "image/png", dataUrl: "data:image/png;base64,AAAA", sizeBytes: 3 },
    ];
    const running: Turn = {
      id: "r",
      role: "assistant",
      answer: { ...newAnswer("responses", "m", true, 0), status: "streaming", text: "Ha" },
    };
    const [user, answer] =
      withoutImages(conversation("a", [{ ...said("Look"), attachments } as Turn, running])).panes[0]?.turns ?? [];
    expect(user).toMatchObject({ text: "Look\n[image not saved: dot.png]", attachments: [] });
    expect(answer).toMatchObject({ answer: { status: "stopped", text: "Ha" } });
  });

  test("unreadable entries are dropped", () => {
    expect(readHistory("{")).toEqual([]);
    expect(readHistory('[{"id":1}]')).toEqual([]);
    const turn = { id: "x", role: "assistant", answer: { ...newAnswer("messages", "m", true, 0), status: "waiting" } };
    expect(readHistory(JSON.stringify([conversation("a", [turn as unknown as Turn])]))).toEqual([]);
    expect(readHistory(null)).toEqual([]);
  });
});

describe("share link", () => {
  const shared = {
    dialect: "messages" as const,
    prompt: "Grüße 🎉",
    panes: [{ model: "a/b", settings: { ...settings, system: "Kurz" } }],
  };

  test("preserves prompt and settings", () => {
    expect(readShareHash(`#${shareHash(shared)}`)).toEqual(shared);
  });

  test("is not created if it would be too long", () => {
    expect(shareHash({ ...shared, prompt: "x".repeat(9000) })).toBeUndefined();
  });

  test("is ignored if it is broken or unrelated", () => {
    for (const hash of ["", "#share=", "#share=AAAA", "#share=%%", `#share=${btoa('{"panes":[]}')}`]) {
      expect(readShareHash(hash)).toBeUndefined();
    }
  });

  test("missing settings are the defaults, and an invalid one makes the link invalid", () => {
    const readPanes = (panes: unknown) => {
      const text = btoa(JSON.stringify({ dialect: "responses", prompt: "", panes }));
      return readShareHash(`#share=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`)?.panes;
    };
    const read = (changes: object) => readPanes([{ model: "a/b", settings: changes }]);
    expect(read({})).toEqual([{ model: "a/b", settings }]);
    expect(read({ values: { top_p: 0.5, effort: "low" }, stop: ["."] })).toBeDefined();
    const wrong = [
      { stream: "yes" },
      { values: { top_p: [] } },
      { values: [] },
      { stop: ["a", 1] },
      { toolChoice: "maybe" },
      { fallbacks: ["a", "b", "c", "d"] },
      { fallbacks: [""] },
      { system: null },
    ];
    for (const changes of wrong) expect(read(changes), JSON.stringify(changes)).toBeUndefined();
    const pane = { model: "a/b", settings: {} };
    for (const panes of [[], [pane, pane, pane, pane, pane], [{ ...pane, model: "x".repeat(201) }], {}, [null]]) {
      expect(readPanes(panes)).toBeUndefined();
    }
  });
});

describe("the page starts with", () => {
  const nothing = { shared: undefined, draft: undefined, models: [], dialect: "responses" as const, recentModels: [] };
  const modelsOf = (sources: object) => initialState({ ...nothing, ...sources }).panes.map(({ model }) => model);

  test("a model that needs no key for a new user", () => {
    expect(modelsOf({})).toEqual(["local/echo"]);
  });

  test("the URL's model rather than the last used one or the tab's state", () => {
    expect(modelsOf({ recentModels: ["r/r"] })).toEqual(["r/r"]);
    expect(modelsOf({ models: ["a/b", "c/d"], recentModels: ["r/r"], draft: conversation("d") })).toEqual([
      "a/b",
      "c/d",
    ]);
    expect(modelsOf({ models: ["1", "2", "3", "4", "5"] })).toHaveLength(4);
  });

  test("the tab's conversation after a reload", () => {
    const draft = conversation("d", [said("Hi")]);
    expect(initialState({ ...nothing, draft, models: ["local/echo"] })).toMatchObject({
      conversationId: "d",
      panes: [{ turns: [{ text: "Hi" }] }],
    });
  });
});

describe("model search", () => {
  const model = (id: string, available: boolean) =>
    ({ id, name: id, providers: [], available }) as unknown as CatalogueModel;
  const models = [model("openai/gpt-5", false), model("x/mini-gpt", true), model("local/echo", true)];

  test("matches every word and lists recently used models first, then available ones", () => {
    expect(searchModels(models, "gpt", ["openai/gpt-5"]).groups).toMatchObject([
      { heading: "Recently used", models: [{ id: "openai/gpt-5" }] },
      { heading: "Available here", models: [{ id: "x/mini-gpt" }] },
    ]);
    expect(searchModels(models, "gpt nothing", []).groups).toEqual([]);
  });

  test("lists the selected model first and once until something is typed", () => {
    const models = [model("a/1", true), model("a/2", true), model("a/3", false)];
    const headings = (search: string) =>
      searchModels(models, search, ["a/3", "a/1"], "a/3").groups.map((group) => [
        group.heading,
        group.models.map(({ id }) => id),
      ]);
    expect(headings("")).toEqual([
      ["Selected", ["a/3"]],
      ["Recently used", ["a/1"]],
      ["Available here", ["a/2"]],
    ]);
    expect(headings("a/3")).toEqual([["Recently used", ["a/3"]]]);
  });

  test("shows sixty of hundreds and says how many are left", () => {
    const many = Array.from({ length: 200 }, (_, index) => model(`a/${index}`, index % 2 === 0));
    const { groups, left } = searchModels(many, "", ["a/7"]);
    expect(groups.flatMap((group) => group.models)).toHaveLength(60);
    expect(left).toBe(140);
  });

  test("remembers six distinct models, latest first", () => {
    expect(["a", "b", "a", "c", "d", "e", "f", "g"].reduce(withRecent, [] as readonly string[])).toEqual([
      "g",
      "f",
      "e",
      "d",
      "c",
      "a",
    ]);
  });
});

describe("markdown blocks", () => {
  test("a code fence with blank lines stays one block", () => {
    expect(markdownBlocks("A\n\n```js\nx\n\ny\n```\n\nB")).toEqual(["A", "```js\nx\n\ny\n```", "B"]);
  });

  test("the paragraphs of a list item stay with their list", () => {
    expect(markdownBlocks("- a\n\n  more\n\nB")).toEqual(["- a\n\n  more", "B"]);
  });

  test("only the last block changes while text grows", () => {
    const before = markdownBlocks("One\n\nTwo\n\nThr");
    const after = markdownBlocks("One\n\nTwo\n\nThree\n\nFo");
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  });
});

test("a file that providers would reject is rejected before it is read", () => {
  const file = { name: "a.png", type: "image/png", size: 10 };
  expect(attachmentProblem(file, 0)).toBeUndefined();
  expect(attachmentProblem({ ...file, size: 5_000_001 }, 0)).toMatch("larger than 5 MB");
  expect(attachmentProblem({ ...file, size: 0 }, 0)).toMatch("empty");
  expect(attachmentProblem({ ...file, type: "image/svg+xml" }, 0)).toMatch("not a PNG");
  expect(attachmentProblem(file, 8)).toMatch("At most 8");
});
