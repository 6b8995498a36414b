import { describe, expect, test } from "vitest";
import type { Guard } from "#server/guardrails/guard.ts";
import { createOutputFilter, type OutputKind } from "#server/guardrails/output-filter.ts";
import { everySplit, guardOf } from "#tests/guardrails/effective.ts";

const EMAIL = "ana.silva@example.com";
const PLAIN: OutputKind = { form: "plain", isReasoning: false };
const JSON_TEXT: OutputKind = { form: "json", isReasoning: false };

const rules = (action: "redact" | "block") => ({
  contentFilterBuiltins: [
    { slug: "email", action },
    { slug: "credit-card", action },
  ],
});

function filterPieces(guard: Guard, kind: OutputKind, pieces: string[]) {
  const filter = createOutputFilter(guard, kind);
  const all = [...pieces.map((piece) => filter.push(piece)), filter.end()];
  return { text: all.map(({ text }) => text).join(""), verdict: all.at(-1)?.verdict, all };
}

/** Returns the same JSON with every character of its strings escaped. */
function escapedAll(json: string): string {
  return json.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (quoted) => {
    const codes = [...JSON.parse(quoted).split("")].map((one) => one.charCodeAt(0).toString(16).padStart(4, "0"));
    return `"${codes.map((code) => `\\u${code}`).join("")}"`;
  });
}

describe("text that contains JSON, however it is split", () => {
  const value = { to: EMAIL, note: `see\n"${EMAIL}"\t😀`, card: 4111111111111111, list: [1, -2.5e3, true, null, "ä"] };
  const expected = {
    to: "[EMAIL_1]",
    note: 'see\n"[EMAIL_1]"\t😀',
    card: "[CREDIT_CARD_1]",
    list: [1, -2.5e3, true, null, "ä"],
  };

  test.each([
    ["as it is", JSON.stringify(value)],
    ["with blanks", JSON.stringify(value, null, 2)],
    ["with every character escaped", escapedAll(JSON.stringify(value))],
  ])("%s, stays JSON without the values that rules remove", (_name, json) => {
    for (const pieces of everySplit(json)) {
      const { text } = filterPieces(guardOf(rules("redact")), JSON_TEXT, pieces);
      expect(JSON.parse(text)).toEqual(expected);
    }
  });

  test("is unchanged if no rule finds anything", () => {
    const plain = { a: 'x"\\/\b\f\n\r\t\u0001 😀', "": [[], {}], b: { c: [1.5, "}{"] } };
    for (const pieces of everySplit(JSON.stringify(plain))) {
      expect(JSON.parse(filterPieces(guardOf(rules("redact")), JSON_TEXT, pieces).text)).toEqual(plain);
    }
  });

  test("releases no part of a blocked value", () => {
    for (const json of [JSON.stringify(value), escapedAll(JSON.stringify(value)), JSON.stringify({ [EMAIL]: 1 })]) {
      for (const pieces of everySplit(json)) {
        const { text, verdict } = filterPieces(guardOf(rules("block")), JSON_TEXT, pieces);
        expect(verdict).toBe("blocked");
        expect(text).not.toMatch(/ana|silva|@|example|\\u0061/);
      }
    }
  });

  test.each([
    ["that is none", `plain words to ${EMAIL}`, "plain words to [EMAIL_1]"],
    ["that ends too soon", `{"to":"${EMAIL}","and`, '{"to":"[EMAIL_1]","and'],
    ["in single quotes", `{'to': '${EMAIL}'}`, /^\{'to':.*\[EMAIL_1\].*\}$/],
    ["that is a single string", `"\\u0061na.silva@example.com "`, '"[EMAIL_1] "'],
    ["with an escape that there is not", `{"to":"\\x ${EMAIL}"}`, /\[EMAIL_1\]/],
  ])("%s, is still filtered", (_name, json, expected) => {
    for (const pieces of everySplit(json)) {
      const { text } = filterPieces(guardOf(rules("redact")), JSON_TEXT, pieces);
      expect(text).toMatch(expected);
      expect(text).not.toContain("ana.silva");
    }
  });
});

test("rules that only report leave JSON unchanged, chunk by chunk", () => {
  const flags = {
    contentFilterBuiltins: rules("block").contentFilterBuiltins.map((rule) => ({ ...rule, shadow: true })),
  };
  const json = `{"to" : "\\u0061na.silva@example.com",  "n":4111111111111111}`;
  for (const pieces of everySplit(json)) {
    const filter = createOutputFilter(guardOf(flags), JSON_TEXT);
    for (const piece of pieces) expect(filter.push(piece).text).toBe(piece);
    expect(filter.end().text).toBe("");
  }
});

describe("placeholders in a response", () => {
  const values = { "[EMAIL_1]": EMAIL, "[EMAIL_12]": "eve@example.org" };
  const guard = () => guardOf({ ...rules("redact"), restorePlaceholders: true }, values);
  const source = "To [EMAIL_1], cc [EMAIL_12] and [EMAIL_9] [x] [EMAIL_1";

  test("are restored, however they are split", () => {
    for (const pieces of everySplit(source)) {
      const { text } = filterPieces(guard(), PLAIN, pieces);
      expect(text).toBe(`To ${EMAIL}, cc eve@example.org and [EMAIL_9] [x] [EMAIL_1`);
    }
  });

  test("are restored in arguments, which stay valid JSON", () => {
    const quoted = guardOf({ ...rules("redact") }, { "[CUSTOM_1]": 'a "b"\n' });
    for (const pieces of everySplit('{"to":"<[CUSTOM_1]>"}')) {
      expect(JSON.parse(filterPieces(quoted, JSON_TEXT, pieces).text)).toEqual({ to: '<a "b"\n>' });
    }
  });

  test("stay in signed reasoning", () => {
    for (const pieces of everySplit(source)) {
      expect(filterPieces(guard(), { form: "plain", isReasoning: true }, pieces).text).toBe(source);
    }
  });

  test("are not restored for values that only the response contains", () => {
    const { text } = filterPieces(guardOf(rules("redact"), values), PLAIN, ["mail zoe@example.net now"]);
    expect(text).not.toContain("zoe@");
  });

  test("delay only text that may start a placeholder", () => {
    const filter = createOutputFilter(
      guardOf({ contentFilterBuiltins: rules("redact").contentFilterBuiltins.slice(1) }, values),
      PLAIN,
    );
    expect(filter.push("Hello [").text).toBe("Hello ");
    expect(filter.push("x] and [EM").text).toBe("[x] and ");
    expect(filter.push("AIL_1]").text).toBe(EMAIL);
  });
});
