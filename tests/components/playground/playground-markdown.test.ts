import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "#components/playground/text/answer/markdown.tsx";
import { markdownBlocks } from "#components/playground/text/answer/markdown-blocks.ts";
import { fenceMath } from "#components/playground/text/answer/math-source.ts";

const rendered = (text: string) => renderToStaticMarkup(createElement(Markdown, { text, growing: false }));

describe("a model's Markdown", () => {
  test("shows HTML as text and never renders it", () => {
    const html = rendered('Use <b>bold</b> and <img src="x" onerror="alert(1)">\n\n<div onclick="x()">\n  Hi\n</div>');
    expect(html).toContain("Use &lt;b&gt;bold&lt;/b&gt; and &lt;img");
    expect(html).toContain("&lt;div onclick=&quot;x()&quot;&gt;\n  Hi\n&lt;/div&gt;");
    expect(html).not.toMatch(/<(b|div onclick|img)\b/);
  });

  test("breaks lines in table cells", () => {
    expect(rendered("| A |\n|---|\n| one<br>two |")).toContain("one<br/>");
  });

  test("keeps the backslashes and underscores of formulas", () => {
    expect(rendered("Then \\(a_1 * b_2 * c\\) holds")).toContain("<code>\\(a_1 * b_2 * c\\)</code>");
    expect(rendered("\\[\n\\frac{a}{b}\n\\]")).toContain("\\[\n\\frac{a}{b}\n\\]\n</code></pre>");
    expect(rendered("$$\\sum_{i} x_i$$")).toContain("$$\\sum_{i} x_i$$\n</code></pre>");
  });

  test("aligns lists with the direction of their text", () => {
    expect(rendered("- مرحبا")).toContain('<ul dir="auto">');
    expect(rendered("3. three")).toContain('<ol dir="auto" start="3">');
  });
});

describe("formulas in Markdown", () => {
  test.each([
    ["money", "It costs $5 and $6"],
    ["code", "Call `a \\(b\\)` and\n```\n\\[x\\]\n```"],
    ["an unclosed formula", "So \\[ x + y"],
  ])("do not affect %s", (_, text) => {
    expect(fenceMath(text)).toBe(text);
  });

  test("are found around code and after an unclosed delimiter", () => {
    expect(fenceMath("`x` \\(a\\) `y`")).toBe("`x` `\\(a\\)` `y`");
    expect(fenceMath("\\[ \\[ \\(a\\)")).toBe("\\[ \\[ `\\(a\\)`");
  });
});

test("a code block that contains another ends at a fence of its own length", () => {
  const nested = "````md\n```js\n\nx\n```\n\ny\n````";
  expect(markdownBlocks(`${nested}\n\nB`)).toEqual([nested, "B"]);
  expect(markdownBlocks("```\n```js\n\nx\n```\n\nB")).toEqual(["```\n```js\n\nx\n```", "B"]);
});
