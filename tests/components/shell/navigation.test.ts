import { expect, test } from "vitest";
import { navigation } from "#components/shell/navigation.ts";
import { contract } from "#lib/contract/index.ts";
import { getSingleSignOn } from "#lib/contract/single-sign-on.ts";

const restricted = navigation.flatMap(({ label, reads }) => (reads ? [{ label, ...reads }] : []));

test.each(restricted)("$label is shown to the roles that may call $id", ({ id, roles }) => {
  expect([...contract, getSingleSignOn].find((endpoint) => endpoint.id === id)?.roles).toBe(roles);
});

test("each letter after g jumps to one page", () => {
  const letters = navigation.flatMap(({ jump }) => jump ?? []);
  expect(letters.filter((letter, index) => letters.indexOf(letter) !== index)).toEqual([]);
});
