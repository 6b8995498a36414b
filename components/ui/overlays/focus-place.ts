/** The focused element and the row of the list or table around it, which outlives it. */
export type FocusPlace = { element: HTMLElement; lines: Element | null; line: number; isMenuButton: boolean };

const LINE = "tr, li";
const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), [tabindex='0']";
const LAYER = "[role=menu], [role=dialog], [role=alertdialog]";

/** For each open layer, the places to return the focus to, the nearest first. */
const known = new WeakMap<Element, readonly FocusPlace[]>();

/** Remembers the focused element when a layer opens and, if that element is in a layer itself, what opened that one. */
export function rememberPlaces(layer: Element, opener: Element | null = document.activeElement): void {
  known.set(layer, placesFrom(opener));
}

/** Returns the focus once a layer has closed, unless it has moved by then. */
export function returnFocus(layer: Element): void {
  const places = known.get(layer) ?? [];
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) {
    // Another layer opened while this one was closing with the focus, so it takes over the place.
    const next = activeElement.closest(LAYER);
    if (next && known.get(next)?.length === 0) known.set(next, places);
    return;
  }
  for (const place of places) {
    if (isUsable(place.element)) {
      place.element.focus({ preventScroll: true });
      keepPlace(placeOf(place.element));
      return;
    }
    if (isBusy(place.element)) {
      document.getElementById("main")?.focus({ preventScroll: true });
      keepPlace(place);
      return;
    }
    if (focusNeighbor(place)) return;
  }
  if (places.length > 0) document.getElementById("main")?.focus({ preventScroll: true });
}

function placesFrom(opener: Element | null): readonly FocusPlace[] {
  if (!(opener instanceof HTMLElement) || opener === document.body) return [];
  const around = opener.closest(LAYER);
  return [placeOf(opener), ...(around ? (known.get(around) ?? []) : [])];
}

function placeOf(element: HTMLElement): FocusPlace {
  const line = element.closest(LINE);
  const lines = line?.parentElement ?? null;
  const isMenuButton = element.getAttribute("aria-haspopup") === "menu";
  return { element, lines, line: line && lines ? [...lines.children].indexOf(line) : -1, isMenuButton };
}

/** Elements in a layer that is fading out are about to disappear. */
function isUsable(element: HTMLElement): boolean {
  const isClosing = element.closest(LAYER)?.getAttribute("data-state") === "closed";
  return !isClosing && element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0;
}

/** A button is disabled while its action runs. */
function isBusy(element: HTMLElement): boolean {
  return element.isConnected && element.matches(":disabled") && element.getClientRects().length > 0;
}

/**
 * Returns an element of the row that took its place, or of the last row: the menu button if it was one, otherwise the
 * first focusable element.
 */
function focusNeighbor({ lines, line, isMenuButton }: FocusPlace): boolean {
  const neighbor = lines?.isConnected ? (lines.children[line] ?? lines.lastElementChild) : null;
  const menu = isMenuButton ? neighbor?.querySelector<HTMLElement>("[aria-haspopup=menu]") : null;
  const target = menu ?? neighbor?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  return Boolean(target) && document.activeElement === target;
}

/**
 * The confirmed action may remove the element a moment later; then the focus moves to its neighbor. A disabled element
 * gets the focus once it is enabled. Neither happens if the focus has moved already.
 */
function keepPlace(place: FocusPlace): void {
  const { element } = place;
  const stop = () => {
    changes.disconnect();
    for (const type of ["focusin", "pointerdown"]) document.removeEventListener(type, stopElsewhere, true);
  };
  const stopElsewhere = ({ target }: Event) => target !== element && stop();
  const main = document.getElementById("main");
  const changes = new MutationObserver(() => {
    const isLost = document.activeElement === document.body || document.activeElement === main;
    if (element.isConnected) {
      if (isLost && isUsable(element)) element.focus({ preventScroll: true });
      return;
    }
    stop();
    if (isLost && !focusNeighbor(place)) main?.focus({ preventScroll: true });
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  for (const type of ["focusin", "pointerdown"]) document.addEventListener(type, stopElsewhere, true);
}
