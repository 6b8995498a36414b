/**
 * Returns the reasoning effort for a budget of reasoning tokens, for models that take only efforts. Our own thresholds:
 * Anthropic's smallest budget is 1,024 tokens, and a budget as large as a response asks for the most.
 */
export function effortOfBudget(budgetTokens: number): "low" | "medium" | "high" {
  if (budgetTokens <= 4_096) return "low";
  return budgetTokens <= 16_384 ? "medium" : "high";
}
