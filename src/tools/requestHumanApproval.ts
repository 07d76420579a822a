import type { RequestHumanApprovalInput } from '../contracts/generated.js';
import { askHuman } from '../step/asking.js';
import { lookAfresh } from './show.js';
import type { Tool } from './tool.js';

export const requestHumanApproval: Tool<RequestHumanApprovalInput> = {
  name: 'request_human_approval',
  input: 'request_human_approval.input',
  description: `Ask the human before going on. The run waits until they answer.
Refs: stay valid, since nothing is done to the page.
Use it when you are about to do something the human may not want, or when a choice is theirs. The system asks by itself at critical points; a yes here never replaces that.
Patterns:
- before choosing between offers that cost money
- when the goal does not say which of several accounts or items is meant
Errors: none; approved is false when the human says no or cannot be asked.
Example: {"action": "Accept the free month instead of cancelling", "reason": "The page offers it"} -> {"approved": false, "message": "No, cancel"}`,
  async run(context, { action, reason }, call) {
    const { view } = context.shown ?? (await lookAfresh(context, call.id));
    const question = { kind: 'model', action, reason, page: view.raw, picture: view.png } as const;
    // The answer is for the model only: no gate knows of it.
    const answer = await askHuman(context, call.id, question);
    const message = answer.approved ? null : answer.message;
    return { kind: 'approval', result: { approved: answer.approved, message } };
  },
};
