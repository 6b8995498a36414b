/** Tells a waiting job that this process has made work for it. */
export type Wakeup = {
  ring(): void;
  /** Has one listener: the job. */
  listen(listener: () => void): void;
};

export function createWakeup(): Wakeup {
  let listener: () => void = () => undefined;
  return {
    ring: () => listener(),
    listen(next) {
      listener = next;
    },
  };
}
