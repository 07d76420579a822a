import type { GetSnapshotInput } from '../contracts/generated.js';
import type { ToolUse } from '../model/model.js';
import { requestedMode, type Wanted } from '../page/negotiate.js';
import { pageStateRequest } from '../page/pageState.js';
import { modelPicture } from '../page/pictures.js';
import { type VisionFacts, type VisionPolicy, visionFor } from '../page/vision.js';
import { wantsMore } from '../page/wantsMore.js';
import { type Rendered, type RenderOptions, renderAnswer, renderFirst } from '../tools/render.js';
import type { Shown as ShownPage, ToolAnswer } from '../tools/tool.js';
import type { Picture, Shown } from './conversation.js';

/** What the model is shown of each answer: always the text, and a picture where it is worth its tokens. */
export interface Shower {
  first(shown: ShownPage & { rejected?: string }): Shown;
  show(answer: ToolAnswer, call: ToolUse): Shown;
}

/** Semantic first: structure, HTML or a picture come along only where the goal and the page ask for them. */
export function createShower(vision: VisionPolicy, goal: string, newId: () => string): Shower {
  // Asked for once on each page: what was brought along stays in nobody's mind longer than a turn, but costs each time.
  const asked = new Set<string>();
  const more = (page: ShownPage): Wanted | null => {
    const key = page.view.raw.url;
    const wanted = asked.has(key) ? null : wantedOn(page, goal);
    if (wanted) asked.add(key);
    return wanted;
  };
  const shownOf = (
    page: ShownPage,
    render: (options: RenderOptions) => Rendered,
    facts: Partial<VisionFacts>,
    own?: Mode,
  ) => {
    const wanted = own === undefined ? more(page) : null;
    const mode = own ?? wanted?.mode;
    const rendered = render({ boundary: newId().replace(/-/g, '').slice(0, 12), ...(mode ? { mode } : {}) });
    const sees = visionFor(vision, { ...NO_REASON, ...facts, negotiatedHybrid: wanted?.mode === 'hybrid' });
    return {
      rendered,
      ...(sees ? { picture: pictureOf(page) } : {}),
      ...(wanted ? { asked: `${wanted.mode}: ${wanted.reason}` } : {}),
    };
  };
  return {
    first: (page) => shownOf(page, (options) => renderFirst(page, options), { isFirst: true }),
    show(answer, call) {
      if (answer.kind !== 'browser') return { rendered: renderAnswer(answer, { boundary: '' }) };
      const mode = call.name === 'get_snapshot' ? (modeOf(call.input) ?? 'semantic') : undefined;
      const { error, verification } = answer.result;
      const facts = {
        isExplicitSnapshot: mode === 'semantic' || mode === 'hybrid',
        isCheckpoint: error === 'human_rejected',
        targetWasObscured: error === 'element_obscured',
        hadNoEffect: verification?.outcome === 'no_effect',
      };
      return shownOf(answer.shown, (options) => renderAnswer(answer, options), facts, mode);
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

/** What the planner side asks for on this page, beyond the semantic tree. */
function wantedOn({ view, projection }: ShownPage, goal: string): Wanted | null {
  const request = pageStateRequest(view.raw, projection, { query: goal, mode: 'semantic', tabId: 1 });
  const response = wantsMore(request);
  return response ? requestedMode(response) : null;
}

type Mode = NonNullable<GetSnapshotInput['mode']>;

/** Checked by the tool already; what it refused asks for nothing. */
function modeOf(input: unknown): Mode | undefined {
  const { mode } = (input ?? {}) as GetSnapshotInput;
  return mode;
}

function pictureOf({ view }: ShownPage): Picture {
  const { png, width, height } = modelPicture(view.png);
  return { type: 'image', mediaType: 'image/png', data: Buffer.from(png).toString('base64'), width, height };
}
