import { expect, test } from "vitest";
import { findNamedPeople } from "#components/workspaces/named-people.ts";
import { slugOf } from "#components/workspaces/slug.ts";

const ada = { id: "8c1f", email: "Ada@example.com" };
const alan = { id: "77b0", email: "alan@example.com" };

test("pasted people are matched once each by email or id, and unknown ones are reported", () => {
  const text = "Ada Lovelace <ada@example.com>, ada@EXAMPLE.com; 77b0\nnobody@example.com";
  expect(findNamedPeople(text, [ada, alan], new Set([alan.id]))).toEqual({
    addable: [ada],
    present: [alan],
    unknown: ["nobody@example.com"],
  });
});

test("a slug suggested from a name is valid for the API", () => {
  expect(slugOf("  Équipe & Données  2 ")).toBe("equipe-donnees-2");
  expect(slugOf(`${"a".repeat(49)} b`)).toBe("a".repeat(49));
  expect(slugOf("部門")).toBe("");
});
