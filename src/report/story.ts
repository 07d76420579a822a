import type { TaskEventLine, TaskEventV1, Verification } from '../contracts/generated.js';

/** What happened in one turn, gathered from its events. */
export interface Chapter {
  id: string;
  tool: string;
  /** The element, as the page showed it. */
  target: string;
  /** The ref it was called with, and the snapshot it was seen in. */
  ref: string;
  snapshotId: string;
  args: Record<string, unknown>;
  url: string;
  /** `begun`: there is an intent and no outcome, so nobody knows what came of it. */
  status: 'ok' | 'failed' | 'begun' | 'none';
  durationMs: number;
  error: string;
  /** Why it failed, in words. */
  failure: string;
  verification?: Verification;
  approvals: Approval[];
  calls: Call[];
  notes: string[];
  /** When it was under way, and when it acted: milliseconds since the run began. */
  span: Span;
  acted: Span | null;
}

export interface Span {
  from: number;
  to: number;
}

export interface Approval {
  reason: string;
  target: string;
  answer: string;
  isApproved: boolean;
  /** How long the answer took. */
  waited: Span;
}

export interface Call {
  model: string;
  input: number;
  output: number;
  costUsd: number | null;
}

export interface Story {
  taskId: string;
  goal: string;
  startUrl: string;
  startedAt: string;
  chapters: Chapter[];
  /** How it ended, as the last event says; empty when nothing says so. */
  end: string;
}

/** The events of a run, in order, as chapters: one for each turn or command. */
export function storyOf(events: readonly TaskEventLine[]): Story {
  const story: Story = { taskId: '', goal: '', startUrl: '', startedAt: '', chapters: [], end: '' };
  const timeOf = clockOf(events);
  for (const event of events) {
    const { task_id, event_type, created_at, payload } = event;
    story.taskId ||= task_id;
    story.startedAt ||= created_at;
    switch (event_type) {
      case 'task_started':
        story.goal = payload.message ?? '';
        story.startUrl = payload.url ?? '';
        break;
      case 'task_completed':
      case 'task_failed':
        story.end = [payload.status ?? '', payload.message ?? ''].filter((part) => part !== '').join(': ');
        break;
      default: {
        const at = timeOf(event);
        const chapter = chapterFor(story.chapters, payload, at);
        chapter.span.to = Math.max(chapter.span.to, at);
        tell(chapter, event_type, payload, at);
      }
    }
  }
  return story;
}

/** By the clock that nobody sets, where the events carry it. */
function clockOf(events: readonly TaskEventLine[]): (event: TaskEventLine) => number {
  const isSteady = events.every(({ monotonic_ms }) => monotonic_ms !== undefined);
  const read = (event: TaskEventLine): number =>
    isSteady ? (event.monotonic_ms ?? 0) : Date.parse(event.created_at) || 0;
  const [first] = events;
  const begin = first ? read(first) : 0;
  return (event) => Math.max(0, read(event) - begin);
}

/** How a chapter ended, in a word. */
export function outcomeWords({ status, verification }: Chapter): string {
  if (verification) return verification.outcome;
  switch (status) {
    case 'begun':
      return 'outcome unknown';
    case 'none':
      return '';
    case 'ok':
    case 'failed':
      return status;
  }
}

type Told = Exclude<TaskEventLine['event_type'], 'task_started' | 'task_completed' | 'task_failed'>;

/** What names no turn belongs to the one before it. */
function chapterFor(chapters: Chapter[], { command_id }: TaskEventV1, at: number): Chapter {
  const last = chapters.at(-1);
  if (last && (command_id === undefined || command_id === last.id)) return last;
  const chapter: Chapter = {
    id: command_id ?? '0',
    tool: '',
    target: '',
    ref: '',
    snapshotId: '',
    args: {},
    url: '',
    status: 'none',
    durationMs: 0,
    error: '',
    failure: '',
    approvals: [],
    calls: [],
    notes: [],
    span: { from: last ? last.span.to : at, to: at },
    acted: null,
  };
  chapters.push(chapter);
  return chapter;
}

function tell(chapter: Chapter, type: Told, payload: TaskEventV1, at: number): void {
  switch (type) {
    case 'step_started':
      begin(chapter, payload);
      chapter.acted = { from: at, to: at };
      break;
    case 'step_finished':
      finish(chapter, payload);
      if (chapter.acted) chapter.acted.to = at;
      break;
    case 'snapshot_taken':
      chapter.url ||= payload.url ?? '';
      break;
    case 'checkpoint_requested':
      chapter.approvals.push({
        reason: payload.message ?? '',
        target: payload.target ?? '',
        answer: 'no answer was written down',
        isApproved: false,
        waited: { from: at, to: at },
      });
      break;
    case 'checkpoint_resolved': {
      const approval = chapter.approvals.at(-1);
      if (!approval) break;
      Object.assign(approval, { answer: payload.message ?? '', isApproved: payload.status === 'ok' });
      approval.waited.to = at;
      break;
    }
    case 'llm_call':
      chapter.calls.push({
        model: payload.model ?? '',
        input: sum(payload.usage, 'input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'),
        output: sum(payload.usage, 'output_tokens'),
        costUsd: payload.cost_usd ?? null,
      });
      break;
    case 'page_state_requested':
    case 'verification_result':
    case 'tool_calls_ignored':
    case 'system_cost_threshold_warning':
    case 'system_cost_limit_reached':
      if (payload.message) chapter.notes.push(payload.message);
  }
}

function begin(chapter: Chapter, { tool, target, args, snapshot_id, url }: TaskEventV1): void {
  const ref = args?.['ref'];
  Object.assign(chapter, {
    tool: tool ?? '',
    target: target ?? '',
    args: args ?? {},
    ref: typeof ref === 'string' ? ref : '',
    snapshotId: snapshot_id ?? '',
    url: url ?? '',
    status: 'begun',
  });
}

function finish(chapter: Chapter, { tool, status, duration_ms, error, failure, verification }: TaskEventV1): void {
  Object.assign(chapter, {
    tool: chapter.tool || (tool ?? ''),
    status: status === 'ok' ? 'ok' : 'failed',
    durationMs: duration_ms ?? 0,
    error: error ?? '',
    failure: failure?.message ?? '',
    ...(verification ? { verification } : {}),
  });
}

function sum(usage: TaskEventV1['usage'], ...keys: (keyof NonNullable<TaskEventV1['usage']>)[]): number {
  return keys.reduce((total, key) => total + (usage?.[key] ?? 0), 0);
}
