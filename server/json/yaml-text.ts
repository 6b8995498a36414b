import { isScalar, LineCounter, parseDocument, visit, type YAMLError } from "yaml";

/** Where a value is in the text, both from 1. */
export type TextPosition = { line: number; column: number };
type Path = readonly PropertyKey[];

export type ReadYaml = {
  /** Undefined if there are problems. */
  value: unknown;
  problems: ({ message: string } & TextPosition)[];
  /** Returns the position of the value at a path, or of the nearest one around it. */
  positionOf(path: Path): TextPosition;
};

/** Limit on the values that aliases repeat, so that a short text cannot become a huge value. */
const MAX_ALIASES = 100;

/** Parses YAML 1.2 text, of which JSON is a part. Never throws; problems quote nothing of the text. */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  const at = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const problems = document.errors.map((error) => ({ message: messageOf(error), ...at(error.pos[0]) }));
    visit(document, {
      Scalar(_, { value, range }) {
        if (typeof value === "number" && !Number.isFinite(value))
          problems.push({ message: "A number must be finite", ...at(range?.[0] ?? 0) });
      },
      Pair(_, { key }) {
        if (isScalar(key) && key.value === "__proto__")
          problems.push({ message: "A field cannot be named __proto__", ...at(key.range?.[0] ?? 0) });
      },
    });
    const value = problems.length > 0 ? undefined : copyAliases(document.toJS({ maxAliasCount: MAX_ALIASES }));
    const positionOf = (path: Path): TextPosition => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined;
        if (node?.range) return at(node.range[0]);
      }
      return { line: 1, column: 1 };
    };
    return { value, problems, positionOf };
  } catch {
    return createFailure("The document has too many or circular aliases, or is nested too deeply");
  }
}

/** Copies values that aliases share. Throws for a value that contains itself. */
function copyAliases(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function createFailure(message: string): ReadYaml {
  const start = { line: 1, column: 1 };
  return { value: undefined, problems: [{ message, ...start }], positionOf: () => start };
}

/** Messages by code: the library's own may quote the text. */
const MESSAGES: Partial<Record<YAMLError["code"], string>> = {
  DUPLICATE_KEY: "A field appears twice",
  TAB_AS_INDENT: "Indent with spaces instead of tabs",
  BAD_INDENT: "The indentation is inconsistent",
  MULTIPLE_DOCS: "The text contains more than one document",
  MISSING_CHAR: "A character is missing, such as a closing quote or bracket",
};

function messageOf({ code }: YAMLError): string {
  return MESSAGES[code] ?? `The text is not valid YAML (${code.toLowerCase().replaceAll("_", " ")})`;
}
