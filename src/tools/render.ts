import type { BrowserToolResult, GetSnapshotInput } from '../contracts/generated.js';
import { inert, renderPage } from '../page/render.js';
import { skeletonDom } from '../page/skeleton.js';
import type { Shown, ToolAnswer } from './tool.js';

type Mode = NonNullable<GetSnapshotInput['mode']>;

/** What a model reads of an answer, and the one line that is left of it when a newer one has come. */
export interface Rendered {
  text: string;
  line: string;
  isError: boolean;
}

const MAX_OBSERVED = 8;
const MAX_HTML = 8_000;

export interface RenderOptions {
  /** Random, new for every answer: nothing on a page can close a block that it has not seen. */
  boundary: string;
  mode?: Mode;
}

export function renderAnswer(answer: ToolAnswer, options: RenderOptions): Rendered {
  switch (answer.kind) {
    case 'browser':
      return renderBrowser(answer.result, answer.shown, options);
    case 'approval': {
      const { approved, message } = answer.result;
      const text = approved ? 'approved' : `not approved${message ? `: ${message}` : ''}`;
      return { text, line: text, isError: false };
    }
    case 'completion': {
      const { acknowledged, message } = answer.result;
      const text = acknowledged ? 'acknowledged' : `not acknowledged: ${message ?? ''}`;
      return { text, line: text, isError: !acknowledged };
    }
  }
}

/** The first look of a run; where the human was asked and said no, their words come first. */
export function renderFirst(shown: Shown & { rejected?: string }, options: RenderOptions): Rendered {
  const { rejected } = shown;
  const told = rejected === undefined ? '' : `human_rejected\nUser feedback: ${rejected}\n`;
  return { text: `${told}${pageBlock(shown, [], options)}`, line: placeLine(shown), isError: false };
}

function renderBrowser(result: BrowserToolResult, shown: Shown, options: RenderOptions): Rendered {
  const { success, error, message = '', verification } = result;
  // A human's words are the user's; everything else that names elements comes from the page.
  const isHuman = error === 'human_rejected';
  const outcome = verification
    ? `, ${verification.outcome}${verification.reason ? ` (${verification.reason})` : ''}`
    : '';
  const head = success ? `success${outcome}` : `failed: ${error ?? ''}${outcome}`;
  const told = isHuman || message === '' ? [] : [message];
  const text = [head, ...(isHuman ? [message] : []), pageBlock(shown, [...told, ...observed(result)], options)].join(
    '\n',
  );
  const line = `${head}${isHuman ? `: ${message}` : ''}; then ${placeLine(shown)}`;
  return { text, line, isError: !success };
}

/** On another page everything is new, and the snapshot says what is there. */
function observed({ observations = [], verification }: BrowserToolResult): string[] {
  const lines = observations.length > 0 ? observations : (verification?.observations ?? []);
  const [first = ''] = lines;
  const isElsewhere = first.startsWith('the URL changed');
  const worth = lines.filter(
    (line) => !WITNESS.test(line) && !(isElsewhere && /^(?:appeared|gone|changed): /.test(line)),
  );
  const rest = worth.length - MAX_OBSERVED;
  return [...worth.slice(0, MAX_OBSERVED), ...(rest > 0 ? [`(and ${rest} more changes)`] : [])];
}

/** Facts that matter to a verdict and tell a reader nothing that the page does not. */
const WITNESS =
  /^(?:the URL is unchanged|network requests after|the document was changed|the address was changed|the focus moved)/;

function pageBlock(shown: Shown, told: string[], { boundary, mode = 'semantic' }: RenderOptions): string {
  const { view, projection } = shown;
  const lines = [
    `<page ${boundary}>`,
    ...told.map((line) => `- ${oneLine(line)}`),
    renderPage(view.raw, projection),
    ...htmlFor(shown, mode),
    `</page ${boundary}>`,
  ];
  return lines.join('\n');
}

function htmlFor({ view, projection }: Shown, mode: Mode): string[] {
  switch (mode) {
    case 'semantic':
      return [];
    case 'skeleton':
    case 'hybrid':
      return [harmless(skeletonDom(view.raw, projection))];
    case 'full':
      return [harmless(view.raw.dom ?? '')];
  }
}

/** HTML of a page: nothing in it may pass for a ref of ours. */
function harmless(html: string): string {
  return html.slice(0, MAX_HTML).replace(/@(?=e\d)/g, '(at)');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function placeLine({ view: { raw } }: Shown): string {
  return `at ${inert(raw.title, 60)} ${raw.url.replace(/\s/g, '').slice(0, 100)}`;
}
