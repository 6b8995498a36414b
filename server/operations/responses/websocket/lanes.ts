/** The most responses in progress on one connection, as OpenAI documents. */
const MAX_IN_PROGRESS = 16;
/** The most named streams on one connection, as OpenAI documents. */
const MAX_STREAMS = 32;
/** The most requests that wait for one of them. OpenAI documents no limit. */
const MAX_WAITING = 64;

/** Requests of one stream: they run one after the other. */
export type Lane = {
  /** Absent for the stream without a name. */
  streamId: string | undefined;
  /** The id of its latest response. */
  latest: string | undefined;
  tail: Promise<void>;
};

/** The order of the requests on one connection. Requests of different streams run at the same time. */
export type Lanes = {
  /** Returns the stream with this name; undefined if there are too many. */
  open(streamId: string | undefined): Lane | undefined;
  /** Runs a task after the earlier ones of its stream. Returns false, without running it, if too many are waiting. */
  run(lane: Lane, task: () => Promise<void>): boolean;
  /** Returns how many tasks are running or waiting. */
  pending(): number;
  /** Returns the ids of the latest responses. */
  latest(): string[];
};

/** `idle` is called whenever the last task has ended. Tasks must not reject. */
export function createLanes(idle: () => void): Lanes {
  const lanes = new Map<string | undefined, Lane>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let pending = 0;
  const enter = () =>
    running < MAX_IN_PROGRESS ? void running++ : new Promise<void>((entered) => waiting.push(entered));
  const leave = () => {
    const next = waiting.shift();
    // The next task takes over the place of this one.
    if (next) next();
    else running--;
  };
  return {
    open(streamId) {
      const known = lanes.get(streamId);
      if (known) return known;
      if (streamId !== undefined && lanes.size - (lanes.has(undefined) ? 1 : 0) >= MAX_STREAMS) return undefined;
      const lane: Lane = { streamId, latest: undefined, tail: Promise.resolve() };
      lanes.set(streamId, lane);
      return lane;
    },
    run(lane, task) {
      if (pending >= MAX_IN_PROGRESS + MAX_WAITING) return false;
      pending++;
      lane.tail = lane.tail.then(async () => {
        await enter();
        await task();
        leave();
        pending--;
        if (pending === 0) idle();
      });
      return true;
    },
    pending: () => pending,
    latest: () => [...lanes.values()].flatMap(({ latest }) => latest ?? []),
  };
}
