import { createElement, createRef, isValidElement, type ReactElement } from "react";
import { expect, test } from "vitest";
import { Slot } from "#components/ui/display/slot.tsx";

type Link = ReactElement<Record<string, unknown> & { onClick: () => void; ref: (node: unknown) => void }>;

test("runs the handlers of both, the child's first", () => {
  const calls: string[] = [];
  const child = createElement("a", { onClick: () => calls.push("child") });
  render(child, { onClick: () => calls.push("slot") }).props.onClick();
  expect(calls).toEqual(["child", "slot"]);
});

test("joins classes and descriptions, and otherwise keeps the child's own props", () => {
  const child = createElement("a", { className: "b", "aria-describedby": "two", id: "own", title: "" });
  const { props } = render(child, { className: "a", "aria-describedby": "one", id: "other", target: "_blank" });
  expect(props).toMatchObject({
    className: "a b",
    "aria-describedby": "one two",
    id: "own",
    title: "",
    target: "_blank",
  });
});

test("fills the refs of both", () => {
  const [own, others] = [createRef<HTMLAnchorElement>(), createRef<HTMLAnchorElement>()];
  render(createElement("a", { ref: own }), { ref: others }).props.ref("node");
  expect([own.current, others.current]).toEqual(["node", "node"]);
});

test("fills a prop that the child leaves undefined", () => {
  const { props } = render(createElement("a", { href: "/", onClick: undefined, "aria-busy": undefined }), {
    "aria-busy": true,
  });
  expect(props["aria-busy"]).toBe(true);
});

function render(child: ReactElement, props: Record<string, unknown>): Link {
  const element = Slot({ ...props, children: child });
  if (!isValidElement(element)) throw new Error("Slot rendered nothing");
  return element as Link;
}
