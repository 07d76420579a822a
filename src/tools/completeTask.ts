import type { CompleteTaskInput } from '../contracts/generated.js';
import type { Tool } from './tool.js';

export const completeTask: Tool<CompleteTaskInput> = {
  name: 'complete_task',
  input: 'complete_task.input',
  description: `Say that the task is over. You MUST call it when the goal is reached, or when it cannot be reached.
Refs: stay valid when the claim is not confirmed, and you go on.
Use it only when the page itself shows the outcome: a claim of success is checked against the page.
Patterns:
- status "success" when the page says so; if acknowledged is false, the message says what is missing: go on
- status "failed" with the reason when the goal cannot be reached here
Errors: none; acknowledged is false when the page does not confirm the claim.
Example: {"status": "success", "reason": "The page says that the membership was cancelled"} -> {"acknowledged": true, "message": null}`,
  async run(context, claim) {
    return { kind: 'completion', claim, result: await context.confirm(claim) };
  },
};
