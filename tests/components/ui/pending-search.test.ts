import { beforeEach, expect, test } from "vitest";
import {
  addPendingSearch,
  applySearch,
  forgetPendingSearches,
  newestPendingSearch,
} from "#components/ui/hooks/pending-search.ts";

const logs = (search: string) => ({ path: "/logs", search });

beforeEach(() => {
  forgetPendingSearches();
  applySearch(logs(""));
});

test("a search stays visible until the router shows it", () => {
  addPendingSearch(logs("peek=1"));
  addPendingSearch(logs("peek=2"));
  applySearch(logs("peek=1"));
  expect(newestPendingSearch()).toEqual(logs("peek=2"));
  applySearch(logs("peek=2"));
  expect(newestPendingSearch()).toBeUndefined();
});

test("a component that mounts before the router has caught up does not undo a search", () => {
  addPendingSearch(logs("peek=1"));
  applySearch(logs(""));
  expect(newestPendingSearch()).toEqual(logs("peek=1"));
});

test("another address of the router, and Back, end what is pending", () => {
  addPendingSearch(logs("peek=1"));
  applySearch({ path: "/keys", search: "" });
  expect(newestPendingSearch()).toBeUndefined();

  addPendingSearch({ path: "/keys", search: "page=2" });
  addPendingSearch({ path: "/keys", search: "" });
  forgetPendingSearches();
  applySearch({ path: "/keys", search: "page=2" });
  expect(newestPendingSearch()).toBeUndefined();
});
