import { CURRENT } from '../contracts/versions.js';
import type { ModelRequest } from '../model/model.js';
import { PLAN_ACTIONS, type PlanAction } from './plan.js';

/** What `target` and `input` are for each action, in the words that the model is told. */
const MEANING: Readonly<Record<PlanAction, string>> = {
  navigate: 'target is a full http or https URL; input is ""',
  click: 'target is a selector; input is ""',
  type: 'target is the selector of a field, or of a select element; input is the text to enter, or the option',
  wait_for_url: 'target is a text that the URL will contain; input is ""',
  get_text: 'target is the selector of the element to read; input is ""',
  get_title: 'target and input are ""',
};

const EXAMPLE = {
  planner_schema_version: CURRENT.planner,
  intent: 'search for shoes and read the first result',
  proposed_actions: [
    { action: 'navigate', target: 'https://shop.example/', input: '' },
    { action: 'type', target: 'input[name=q]', input: 'shoes' },
    { action: 'click', target: 'role=button[name="Search"]', input: '' },
    { action: 'wait_for_url', target: '/search', input: '' },
    { action: 'get_text', target: 'main h2 >> nth=0', input: '' },
  ],
};

const SYSTEM = `You plan what a web browser has to do to reach a goal. Your plan is a program: it is run later, word for word, without you.

Answer with one strict JSON object and nothing else: no prose, no code fence, no comments. It has exactly these fields, no more and no fewer:
- planner_schema_version: "${CURRENT.planner}"
- intent: a string, not empty: what the plan does, in one sentence
- proposed_actions: an array of objects, each with exactly the fields action, target and input, all of them strings

The only actions there are:
${PLAN_ACTIONS.map((action) => `- ${action}: ${MEANING[action]}`).join('\n')}

Any other action makes the whole plan invalid; there is no way to run code, and none to wait for a time.
The first action is a navigate, to the address the user starts at if one is given.
A selector is CSS, or begins with text=, role= or xpath=, and must match exactly one element. You cannot see the pages: prefer what a page is likely to keep, such as roles, names and labels, over classes and positions.
Enter only what the user told you; never make up passwords or personal data.
If the goal cannot be reached with these actions, give an empty array and say why in intent.

Example of an answer:
${JSON.stringify(EXAMPLE)}`;

/** The one question that a plan is made with. */
export function planRequest(goal: string, url?: string): ModelRequest {
  const start = url === undefined ? '' : `\n\nSTART AT: ${url}`;
  const text = `GOAL: ${goal}${start}`;
  return { system: SYSTEM, tools: [], messages: [{ role: 'user', content: [{ type: 'text', text }] }] };
}
