/** The signal that stops a request: the part of an AbortSignal that the text path needs. An AbortSignal is one. */
export type StopSignal = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};

/**
 * Stops its listeners, once. A request has two of these, for its caller and for its attempt, and most are never
 * stopped. An AbortController with listeners costs several times as much, so it is created only if a library needs one.
 */
export class Stopper implements StopSignal {
  reason: unknown;
  #aborted = false;
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Returns an AbortSignal for libraries. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.reason = new DOMException("This operation was aborted", "AbortError");
    this.#controller?.abort(this.reason);
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
