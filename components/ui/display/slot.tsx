import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, type Ref, use } from "react";

type Props = Record<string, unknown> & { ref?: Ref<unknown> };

/**
 * Renders its only child, with these props added: handlers of both run, the child's first, classes, descriptions and refs
 * are joined, and otherwise the child's own props win.
 */
export function Slot({ children, ...props }: ComponentProps<"button">) {
  const child = unwrap(children) as ReactElement<Props>;
  return cloneElement(child, merge(props, child.props));
}

/** An element that a server component passes may not have arrived; React wraps its promise. */
function unwrap(child: ReactNode): ReactNode {
  const { _payload: payload } = child as { _payload?: Promise<ReactNode> };
  return payload ? use(payload) : child;
}

function merge(own: Props, child: Props): Props {
  const merged: Props = { ...own, ...child };
  for (const [name, value] of Object.entries(own)) {
    const other = child[name];
    if (!value || !other) merged[name] = other ?? value;
    else if (name === "className" || name === "aria-describedby") merged[name] = `${value} ${other}`;
    else if (name === "ref") merged.ref = both(value as Ref<unknown>, other as Ref<unknown>);
    else if (typeof value === "function" && typeof other === "function") {
      merged[name] = (...parameters: unknown[]) => {
        other(...parameters);
        value(...parameters);
      };
    }
  }
  return merged;
}

function both(...refs: Ref<unknown>[]): Ref<unknown> {
  return (node) => {
    for (const ref of refs) {
      if (typeof ref === "function") ref(node);
      else if (ref) ref.current = node;
    }
  };
}
