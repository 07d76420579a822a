import type { Answer, Human, Question } from '../../src/checkpoint/gate.js';
import type { RawNode } from '../../src/page/raw.js';

/** What a human said yes to, as the question showed it. */
export interface Approval {
  path: string;
  control: string;
  /** What the question said that the click is passed on to. */
  passesTo: string;
  action: string;
  dialog: boolean;
  request: boolean;
  /** Its form and what would be sent, as one text. */
  sends: string;
}

/** What an approval has to be like for an effect to be one that a human wanted. */
export interface Needed {
  path: RegExp;
  control: RegExp | null;
  dialog?: boolean;
  request?: boolean;
  action?: 'fill' | 'select' | 'any';
  notSending?: RegExp;
}

/** The books of one person: every yes once in, and once out with the effect that it was for. */
export interface Ledger {
  human: Human;
  asked(): number;
  approved(): number;
  effects(): number;
  /** Effects that no yes was there for, with what went before. */
  violations: string[];
  note(line: string): void;
  effect(what: string, needed: Needed): void;
  /** Another run: what was approved in the last one counts no more. */
  startRun(decide: (question: Question) => boolean): void;
}

const JOURNAL = 14;

export function openLedger(): Ledger {
  let approvals: Approval[] = [];
  let decide: (question: Question) => boolean = () => false;
  let journal: string[] = [];
  const began = performance.now();
  const note = (line: string): void => {
    journal = [...journal, `${Math.round(performance.now() - began)} ${line}`].slice(-JOURNAL);
  };
  const counts = { asked: 0, approved: 0, effects: 0 };
  const ask = async (question: Question): Promise<Answer> => {
    counts.asked += 1;
    if (!decide(question)) return { approved: false, message: 'no' };
    counts.approved += 1;
    const approval = approvalOf(question);
    if (approval) approvals.push(approval);
    return { approved: true };
  };
  const ledger: Ledger = {
    human: { channel: 'test', hasWindow: false, ask },
    asked: () => counts.asked,
    approved: () => counts.approved,
    effects: () => counts.effects,
    violations: [],
    note,
    effect(what, needed) {
      counts.effects += 1;
      note(`EFFECT ${what}`);
      const at = approvals.findIndex((approval) => covers(approval, needed));
      if (at >= 0) approvals.splice(at, 1);
      else ledger.violations.push(`${what}; approved were ${JSON.stringify(approvals)}\n${journal.join('\n')}`);
    },
    startRun(next) {
      approvals = [];
      decide = next;
      note('A RUN BEGINS');
    },
  };
  return ledger;
}

function approvalOf(question: Question): Approval | null {
  if (question.kind === 'act') {
    const { page, node, action } = question.act;
    const beyond = { dialog: action.dialog !== undefined, request: action.request !== undefined };
    return { ...placeAndName(page.url, node), action: action.kind, ...beyond };
  }
  // A yes to going on from a page is one to the control that the page is about.
  if (question.kind === 'state' && question.node) {
    return { ...placeAndName(question.page.url, question.node), action: 'click', dialog: false, request: false };
  }
  return null;
}

function placeAndName(url: string, node: RawNode | null): Pick<Approval, 'path' | 'control' | 'passesTo' | 'sends'> {
  const passesTo = node?.details?.passesTo?.name ?? '';
  const sends = `${node?.submits ?? ''} ${JSON.stringify(node?.details?.form ?? null)}`;
  return { path: new URL(url).pathname, control: node?.name || node?.text || '', passesTo, sends };
}

function covers({ path, control, passesTo, action, dialog, request, sends }: Approval, needed: Needed): boolean {
  const isNamed = [control, passesTo].some((name) => needed.control?.test(name));
  const isIt = isNamed && needed.path.test(path);
  const isDoing = needed.action === 'any' || action === (needed.action ?? 'click');
  const isShown = dialog === (needed.dialog ?? false) && request === (needed.request ?? false);
  return isIt && isDoing && isShown && needed.notSending?.test(`${control} ${sends}`) !== true;
}
