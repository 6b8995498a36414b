/** A value that components observe and actions change. */
export type Store<State> = {
  get: () => State;
  set: (change: (state: State) => State) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<State>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    get: () => state,
    set(change) {
      const next = change(state);
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
