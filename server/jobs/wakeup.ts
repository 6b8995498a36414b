/** Wakes a job when this process has created work for it. */
export type Wakeup = {
  wake(): void;
  /** Sets the only listener: the job. */
  listen(listener: () => void): void;
};

export function createWakeup(): Wakeup {
  let listener: () => void = () => undefined;
  return {
    wake: () => listener(),
    listen(next) {
      listener = next;
    },
  };
}
