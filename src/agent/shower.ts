import type { GetSnapshotInput } from '../contracts/generated.js';
import type { ToolUse } from '../model/model.js';
import { pageStateRequest } from '../page/pageState.js';
import { modelPicture } from '../page/pictures.js';
import { type VisionFacts, type VisionPolicy, visionFor } from '../page/vision.js';
import { wantsMore } from '../page/wantsMore.js';
import { renderAnswer, renderFirst } from '../tools/render.js';
import type { Shown as ShownPage, ToolAnswer } from '../tools/tool.js';
import type { Picture, Shown } from './conversation.js';

/** What the model is shown of each answer: always the text, and a picture where it is worth its tokens. */
export interface Shower {
  first(shown: ShownPage): Shown;
  show(answer: ToolAnswer, call: ToolUse): Shown;
}

/** Semantic first: skeleton, picture or HTML come along only where the goal and the page ask for them. */
export function createShower(vision: VisionPolicy, goal: string, newId: () => string): Shower {
  const boundary = (): string => newId().replace(/-/g, '').slice(0, 12);
  const withPicture = (shown: ShownPage, facts: Partial<VisionFacts>): { picture?: Picture } => {
    const negotiatedHybrid = vision === 'auto' && requestedBy(shown, goal) === 'hybrid';
    return visionFor(vision, { ...NO_REASON, ...facts, negotiatedHybrid }) ? { picture: pictureOf(shown) } : {};
  };
  return {
    first(shown) {
      const rendered = renderFirst(shown, { boundary: boundary() });
      return { rendered, ...withPicture(shown, { isFirst: true }) };
    },
    show(answer, call) {
      const mode = call.name === 'get_snapshot' ? modeOf(call.input) : undefined;
      const rendered = renderAnswer(answer, { boundary: boundary(), ...(mode ? { mode } : {}) });
      if (answer.kind !== 'browser') return { rendered };
      const { error, verification } = answer.result;
      const facts = {
        isExplicitSnapshot: call.name === 'get_snapshot' && (mode === undefined || mode === 'hybrid'),
        isCheckpoint: error === 'human_rejected',
        targetWasObscured: error === 'element_obscured',
        hadNoEffect: verification?.outcome === 'no_effect',
      };
      return { rendered, ...withPicture(answer.shown, facts) };
    },
  };
}

const NO_REASON: VisionFacts = {
  isFirst: false,
  isExplicitSnapshot: false,
  isCheckpoint: false,
  targetWasObscured: false,
  hadNoEffect: false,
  negotiatedHybrid: false,
};

/** What the planner side would ask for on this page. */
function requestedBy({ view, projection }: ShownPage, goal: string): string | undefined {
  const request = pageStateRequest(view.raw, projection, { query: goal, mode: 'semantic', tabId: 1 });
  return wantsMore(request)?.requestedDomMode;
}

function modeOf(input: unknown): GetSnapshotInput['mode'] {
  return (input as GetSnapshotInput).mode;
}

function pictureOf({ view }: ShownPage): Picture {
  const { png, width, height } = modelPicture(view.png);
  return { type: 'image', mediaType: 'image/png', data: Buffer.from(png).toString('base64'), width, height };
}
