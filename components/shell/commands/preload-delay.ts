/** Delay before a page preloads what may be opened on it. The tests of script budgets stop this timer. */
export const PRELOAD_MS = 1500;
