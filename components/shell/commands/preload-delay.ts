/** How long a page is left alone before what may be opened on it is fetched. The tests of script budgets stop this timer. */
export const PRELOAD_MS = 1500;
