import { formatProblem } from '../contracts/problems.js';
import { loadSchema } from '../contracts/schemas.js';
import { problemsReading } from '../contracts/validate.js';
import { browserClick } from './browserClick.js';
import { browserFill } from './browserFill.js';
import { browserScroll } from './browserScroll.js';
import { browserSelect } from './browserSelect.js';
import { completeTask } from './completeTask.js';
import { getSnapshot } from './getSnapshot.js';
import { requestHumanApproval } from './requestHumanApproval.js';
import { refuse } from './show.js';
import { TOOL_NAMES, type Tool, type ToolAnswer, type ToolCall, type ToolContext, type ToolName } from './tool.js';

/** All there are. */
const TOOLS: { [N in ToolName]: Tool<never> } = {
  get_snapshot: getSnapshot,
  browser_click: browserClick,
  browser_fill: browserFill,
  browser_select: browserSelect,
  browser_scroll: browserScroll,
  request_human_approval: requestHumanApproval,
  complete_task: completeTask,
};

export interface ToolDefinition {
  name: ToolName;
  description: string;
  input_schema: { type: 'object'; properties: Record<string, unknown>; required?: string[] };
}

/** What a model is told about the tools; the same every time, so that it can be kept in its cache. */
export function toolDefinitions(): ToolDefinition[] {
  return TOOL_NAMES.map((name) => {
    const { description, input } = TOOLS[name];
    const { type, properties, required } = loadSchema(input) as unknown as ToolDefinition['input_schema'];
    return { name, description, input_schema: { type, properties, ...(required ? { required } : {}) } };
  });
}

/** Carries out one call after the other, never two at a time: the second finds its refs of an older snapshot. */
export function toolbox(context: ToolContext): { call(call: ToolCall): Promise<ToolAnswer> } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    call(call) {
      const next = last.then(() => dispatch(context, call));
      // Whoever made the call hears of its failure; the next one in line need not.
      last = next.catch(() => {});
      return next;
    },
  };
}

async function dispatch(context: ToolContext, call: ToolCall): Promise<ToolAnswer> {
  const { name, input } = call;
  if (!isToolName(name)) {
    return refuse(
      context,
      call,
      'invalid_params',
      `there is no tool ${JSON.stringify(name)}; there are ${TOOL_NAMES.join(', ')}`,
    );
  }
  const tool = TOOLS[name];
  const problems = problemsReading(tool.input, input);
  if (problems.length > 0) return refuse(context, call, 'invalid_params', problems.map(formatProblem).join('; '));
  // Checked against the tool's own schema right above.
  return tool.run(context, input as never, call);
}

function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOLS, name);
}
