/** Runs every step, so that a failing one does not keep later ones from their last writes; then throws the errors. */
export async function closeInOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "some parts of the gateway could not be closed");
}
