import { deleteBudget, getBudget, listBudgets, putBudget } from "./budgets.ts";
import {
  createCapOverride,
  deleteCapOverride,
  deleteMemberCap,
  listMemberCaps,
  putDefaultCap,
  putMemberCap,
} from "./member-caps.ts";
import {
  createSharedBudget,
  deleteSharedBudget,
  getSharedBudget,
  listSharedBudgets,
  updateSharedBudget,
} from "./shared-budgets.ts";

export const budgetEndpoints = [
  listBudgets,
  getBudget,
  putBudget,
  deleteBudget,
  listMemberCaps,
  putDefaultCap,
  putMemberCap,
  deleteMemberCap,
  createCapOverride,
  deleteCapOverride,
  listSharedBudgets,
  createSharedBudget,
  getSharedBudget,
  updateSharedBudget,
  deleteSharedBudget,
] as const;
