import type { GetSnapshotInput } from '../contracts/generated.js';
import type { ToolUse } from '../model/model.js';
import { modelPicture } from '../page/pictures.js';
import { renderAnswer, renderFirst } from '../tools/render.js';
import type { Shown as ShownPage, ToolAnswer } from '../tools/tool.js';
import type { Picture, Shown } from './conversation.js';

export type Vision = 'auto' | 'always' | 'never';

/** What the model is shown of each answer: always the text, and a picture where it is worth its tokens. */
export interface Shower {
  first(shown: ShownPage): Shown;
  show(answer: ToolAnswer, call: ToolUse): Shown;
}

export function createShower(vision: Vision, _goal: string, newId: () => string): Shower {
  const boundary = (): string => newId().replace(/-/g, '').slice(0, 12);
  return {
    first(shown) {
      const rendered = renderFirst(shown, { boundary: boundary() });
      return { rendered, ...(vision === 'never' ? {} : { picture: pictureOf(shown) }) };
    },
    show(answer, call) {
      const mode = call.name === 'get_snapshot' ? modeOf(call.input) : undefined;
      const rendered = renderAnswer(answer, { boundary: boundary(), ...(mode ? { mode } : {}) });
      if (answer.kind !== 'browser' || vision === 'never') return { rendered };
      const isWorth = vision === 'always' || isWorthAPicture(answer, call, mode);
      return { rendered, ...(isWorth ? { picture: pictureOf(answer.shown) } : {}) };
    },
  };
}

function modeOf(input: unknown): GetSnapshotInput['mode'] {
  return (input as GetSnapshotInput).mode;
}

function isWorthAPicture(
  { result }: Extract<ToolAnswer, { kind: 'browser' }>,
  call: ToolUse,
  mode: GetSnapshotInput['mode'],
): boolean {
  if (call.name === 'get_snapshot') return mode === undefined || mode === 'hybrid';
  return result.error === 'element_obscured' || result.verification?.outcome === 'no_effect';
}

function pictureOf({ view }: ShownPage): Picture {
  const { png, width, height } = modelPicture(view.png);
  return { type: 'image', mediaType: 'image/png', data: Buffer.from(png).toString('base64'), width, height };
}
