import { readdirSync, readFileSync } from 'node:fs';
import type { Session } from '../../src/browser/session.js';
import type { Rules } from '../../src/checkpoint/gate.js';
import type { Action } from '../../src/page/action.js';
import { renderNode } from '../../src/page/render.js';
import { fixturePath } from './fixtures.js';

/**
 * Controls in pieces of pages, by what is to be thought of them: `fixtures/gate/irreversible` and `fixtures/gate/harmless`.
 * A line `<!-- next -->` ends a piece. What is tried out carries `data-try`, with what is done to it: nothing for a click,
 * `fill`, `enter`, or `select:WORDS`.
 */
export type Label = 'irreversible' | 'harmless';

export interface Piece {
  file: string;
  html: string;
}

export interface Tried {
  file: string;
  control: string;
  /** Why a human would be asked; null when nobody would be. */
  reason: string | null;
}

export function piecesOf(label: Label): Piece[] {
  const folder = fixturePath(`gate/${label}`);
  return readdirSync(folder).flatMap((file) =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .split('<!-- next -->')
      .map((html) => ({ file, html })),
  );
}

/** Every control of a piece, looked at and probed in a real browser as before any step, and judged by the rules. */
export async function tryOut(session: Session, rules: Rules, { file, html }: Piece): Promise<Tried[]> {
  await session.eyes().page.evaluate(async (inner) => {
    document.body.setHTMLUnsafe(inner);
    const frames = [...document.querySelectorAll('iframe')];
    await Promise.all(frames.map((frame) => new Promise((loaded) => frame.addEventListener('load', loaded))));
  }, html);
  const marks = [...html.matchAll(/ data-try(?:="([^"]*)")?/g)].map(([, what = '']) => what);
  const tried: Tried[] = [];
  for (const mark of new Set(marks)) {
    const found = await session.find('css', `[data-try="${mark}"]`);
    if ('problem' in found) throw new Error(found.problem);
    const wanted = marks.filter((one) => one === mark).length;
    if (found.nodes.length !== wanted) throw new Error(`${file}: ${found.nodes.length} of ${wanted} in ${html}`);
    for (const node of found.nodes) {
      const live = await session.probe(found.view, node);
      if (!live.connected || !live.visible) throw new Error(`${file}: ${node.name} is not there: ${html}`);
      const reason = rules.reasonToAsk({ action: actionOf(mark), node: live.node, page: found.view.raw });
      const control = `${renderNode(live.node)} ${mark}`.trim();
      tried.push({ file, control, reason: reason && `${reason.id}: ${reason.words}` });
    }
  }
  return tried;
}

function actionOf(mark: string): Action {
  const [kind = '', value = ''] = mark.split(':');
  switch (kind) {
    case '':
      return { kind: 'click' };
    case 'select':
      return { kind: 'select', values: [value] };
    default:
      return { kind: 'fill', value: 'words', clear: true, submit: kind === 'enter' };
  }
}
