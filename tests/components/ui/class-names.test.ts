import { globSync } from "node:fs";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { classesIn, type Use } from "./class-scan.ts";

const files = globSync("{app,components}/**/*.tsx").map(classesIn);

/** Class names that each component is given, directly or through a component that passes its own on. */
const given = new Map<string, { at: string; classes: string }[]>();
const uses = files.flatMap((file) => file.uses);
for (const use of uses) given.set(use.of, [...(given.get(use.of) ?? []), ...classesOf(use)]);
// Components pass class names on through at most three other components.
for (const round of [1, 2, 3]) for (const use of uses) if (use.isPassedOn && round) passOn(use);

test("no element gets two classes that set the same property, unless the first is a default", () => {
  const conflicts = files.flatMap(({ calls }) =>
    calls.flatMap(({ at, component, parts }) =>
      parts.flatMap((part, index) =>
        part === "className"
          ? []
          : part.flatMap((classes) =>
              parts
                .slice(index + 1)
                .flatMap((later) =>
                  later === "className" ? (given.get(component ?? "") ?? []) : ownClasses(at, later),
                )
                .flatMap((later) =>
                  overriddenClasses(classes, later.classes).map((name) => `${at}: ${name}, by ${later.at}`),
                ),
            ),
      ),
    ),
  );
  expect([...new Set(conflicts)]).toEqual([]);
});

test("a conflict is found", () => {
  expect(overriddenClasses("h-8 px-2 text-sm", "h-6 text-muted")).toEqual(["h-8"]);
  expect(overriddenClasses("base:h-8 text-sm", "h-6")).toEqual([]);
});

function classesOf({ at, parts }: Use) {
  return parts.flatMap((part) => (part === "className" ? [] : part.map((classes) => ({ at, classes }))));
}

function passOn({ component, of }: Use): void {
  const known = given.get(of) ?? [];
  const more = (given.get(component ?? "") ?? []).filter(({ at }) => !known.some((one) => one.at === at));
  given.set(of, [...known, ...more]);
}

function ownClasses(at: string, part: readonly string[]) {
  return part.map((classes) => ({ at, classes }));
}

/** Returns the classes that a later list would override. */
function overriddenClasses(classes: string, later: string): string[] {
  const kept = twMerge(`${classes} ${later}`).split(" ");
  return twMerge(classes)
    .split(" ")
    .filter((name) => name !== "" && !kept.includes(name));
}
