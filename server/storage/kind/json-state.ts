/** `whole`: one object or array. `open`: the start of one. `wrong`: neither. */
export type JsonState = "whole" | "open" | "wrong";

const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
/** The possible ends of a truncated text. */
const CUT_TOKEN = /^[ \t\r\n]*(?:"(?:[^"\\]|\\.)*\\?|-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?|[a-z]{0,4})$/;

type Expected = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end";

/** Reads a text as far as it goes. A scalar alone does not count as a JSON file. */
export function jsonState(text: string): JsonState {
  if (!/^[ \t\r\n]*[[{]/.test(text)) return "wrong";
  const open: string[] = [];
  let expected: Expected = "value";
  for (TOKEN.lastIndex = 0; ; ) {
    const at = TOKEN.lastIndex;
    const [, mark, name, scalar] = TOKEN.exec(text) ?? [];
    if (mark === undefined && name === undefined && scalar === undefined) {
      return CUT_TOKEN.test(text.slice(at)) ? "open" : "wrong";
    }
    const next = nextExpected(open, expected, mark, name !== undefined);
    if (next === undefined) return "wrong";
    if (open.length === 0) return text.slice(TOKEN.lastIndex).trim() === "" ? "whole" : "wrong";
    expected = next;
  }
}

/** Returns which tokens may follow a token; undefined if the token is not allowed here. Updates `open`. */
function nextExpected(
  open: string[],
  expected: Expected,
  mark: string | undefined,
  isText: boolean,
): Expected | undefined {
  const takesValue = expected === "value" || expected === "value or end";
  switch (mark) {
    case "{":
    case "[":
      if (!takesValue) return undefined;
      open.push(mark);
      return mark === "{" ? "name or end" : "value or end";
    case "}":
    case "]": {
      const isOwn = open.pop() === (mark === "}" ? "{" : "[");
      const mayEnd = expected === "comma or end" || expected === (mark === "}" ? "name or end" : "value or end");
      return isOwn && mayEnd ? "comma or end" : undefined;
    }
    case ",":
      if (expected !== "comma or end") return undefined;
      return open.at(-1) === "{" ? "name" : "value";
    case ":":
      return expected === "colon" ? "value" : undefined;
    default:
      if (takesValue) return "comma or end";
      return isText && (expected === "name" || expected === "name or end") ? "colon" : undefined;
  }
}
