import type { PageDriver, View } from '../browser/driver.js';
import { deniedKeyOf, descriptorOf, placeOf } from '../checkpoint/descriptor.js';
import type { Gate, Question, Stop, Wall } from '../checkpoint/gate.js';
import type { State } from '../checkpoint/memory.js';
import type { ErrorCode } from '../contracts/errorCodes.js';
import { failureError } from '../contracts/failure.js';
import { shellWord } from '../contracts/shellWord.js';
import type { RawNode } from '../page/raw.js';
import { type AskDeps, askHuman } from './asking.js';

export interface ArriveDeps extends AskDeps {
  driver: PageDriver;
}

/** A page that was come to: what it looks like after whoever had to be asked was asked. */
export interface Arrival {
  view: View;
  /** The human's words, when they said no to going on from here. */
  rejected?: string;
  /** What is to be told of states that stay closed. */
  notes: string[];
}

/**
 * Whatever page comes up, by whatever way, the first one included: the service's checkpoints are held against it, and
 * the human is asked once for each state that it is in.
 */
export async function arrive(deps: ArriveDeps, stepId: string, arrived: View): Promise<Arrival> {
  const { gate, driver } = deps;
  const { rules, memory } = gate;
  let view = arrived;
  // A human takes their time, and the page may be another one when they are back.
  for (;;) {
    const wall = rules.wallOn(view.raw);
    if (wall) {
      view = await passWall(deps, stepId, view, wall);
      continue;
    }
    const stops = rules.stopsOn(view.raw);
    const states = stops.map((stop) => stateOf(stop, view));
    memory.keepStates(states);
    const open = openStop(gate, view);
    if (!open) return { view, notes: closedNotes(deps, stops, states) };
    const words = await askAbout(deps, stepId, view, open);
    if (!(await driver.isCurrent(view))) view = await again(driver, view);
    if (words !== null) return { view, rejected: words, notes: [] };
  }
}

/** Whether somebody has to be asked before anything is done on this page. */
export function isUnpassed({ gate }: ArriveDeps, view: View): boolean {
  return gate.rules.wallOn(view.raw) !== null || openStop(gate, view) !== undefined;
}

function openStop({ rules, memory }: Gate, view: View): Stop | undefined {
  return rules.stopsOn(view.raw).find((stop) => memory.stateOf(stateOf(stop, view)) === undefined);
}

async function again(driver: PageDriver, { scope }: View): Promise<View> {
  return driver.look({ scope, picture: true });
}

/** Null for a yes; else the human's words. */
async function askAbout(deps: ArriveDeps, stepId: string, view: View, stop: Stop): Promise<string | null> {
  const { driver, gate } = deps;
  const seen = stop.node ? { view, stop } : await lookWider(deps, view, stop);
  const live = seen.stop.node ? await readNow(driver, seen.view, seen.stop.node) : null;
  const { reason } = stop;
  const question: Question = { kind: 'state', reason, node: live, page: view.raw, picture: view.png };
  const state = stateOf(seen.stop, view);
  const act = live && ({ action: { kind: 'click' }, node: live, page: seen.view.raw } as const);
  const approval = act ? descriptorOf(act, seen.view.document) : undefined;
  const answer = await askHuman(deps, stepId, question, approval);
  if (answer.approved) {
    gate.memory.rememberState(state, { approved: true });
    if (approval !== undefined) gate.memory.approve(approval);
    return null;
  }
  gate.memory.rememberState(state, { approved: false, words: answer.message });
  if (act) gate.memory.deny(deniedKeyOf(act), answer.message);
  return answer.message;
}

/** The page is in a state that is about a control, and the control may be out of view: then all of it is looked at. */
async function lookWider({ driver, gate }: ArriveDeps, view: View, stop: Stop): Promise<{ view: View; stop: Stop }> {
  const whole = await driver.look({ scope: 'page', picture: false });
  const found = gate.rules.stopsOn(whole.raw).find(({ reason, node }) => reason.id === stop.reason.id && node);
  return found && whole.document === view.document ? { view: whole, stop: found } : { view, stop };
}

async function readNow(driver: PageDriver, view: View, node: RawNode): Promise<RawNode> {
  const live = await driver.probe(view, node);
  return live.connected && live.visible ? live.node : node;
}

function stateOf({ reason, node }: Stop, { raw }: View): State {
  return { id: reason.id, place: placeOf(raw.url), element: node?.vaultyId ?? '' };
}

function closedNotes({ gate }: ArriveDeps, stops: Stop[], states: State[]): string[] {
  return stops.flatMap(({ reason }, index) => {
    const answer = gate.memory.stateOf(states[index] as State);
    return answer && !answer.approved ? [`the user said no to this page (${reason.words}): ${answer.words}`] : [];
  });
}

const CODE_OF_WALL: Record<Wall['kind'], ErrorCode> = {
  login: 'CAP_LOGIN_REQUIRED',
  captcha: 'CAP_CAPTCHA',
  second_factor: 'CAP_SECOND_FACTOR',
};

/** The human does what only they can do, in the window; where there is none, the run ends with a word on what helps. */
async function passWall(deps: ArriveDeps, stepId: string, view: View, wall: Wall): Promise<View> {
  const { gate, driver } = deps;
  const { url } = view.raw;
  const { loginTarget = placeOf(url), profile } = gate.rules;
  const login = `agent login ${shellWord(loginTarget)} --profile ${profile ?? 'NAME'}`;
  const afterwards = profile === undefined ? 'then run this again with --profile NAME' : 'then run this again';
  const end = (message: string) =>
    failureError({ code: CODE_OF_WALL[wall.kind], stepId, message, url }, [
      `${login} opens a window for it; ${afterwards}`,
      ...(gate.human.hasWindow ? [] : ['or run this with --headed, and do it in the window when you are asked']),
    ]);
  if (!gate.human.hasWindow) throw end(`${wall.words}; only you can do that`);
  const answer = await askHuman(deps, stepId, { kind: 'wall', wall, page: view.raw, picture: view.png });
  if (!answer.approved) throw end(`${wall.words}; ${answer.message}`);
  return again(driver, view);
}
