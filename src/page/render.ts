import { cut } from './cut.js';
import { keepBest } from './include.js';
import type { RawNode, RawPage, RawText } from './raw.js';
import { type Projection, refOf } from './snapshot.js';
import { estimateTokens } from './tokens.js';

const MAX_TOKENS = 2_000;
const MAX_NAME = 100;
const MAX_TEXT = 160;
const TEXT_BUDGET = 500;

/**
 * Words of a page inside a line of ours: in quotes that they cannot close, and nothing in them that looks like a ref
 * or a marker of ours.
 */
export function inert(text: string, limit = MAX_NAME): string {
  const harmless = text
    .replace(/"/g, "'")
    .replace(/@(?=e\d)/g, '(at)')
    .replace(/\[(?=ref\b)/gi, '(');
  return `"${cut(harmless, limit)}"`;
}

interface Measure {
  shown: ReadonlySet<number>;
  /** Characters of running text on the page; controls come first. */
  textBudget: number;
  /** Characters of what tells twins apart. */
  context: number;
}

/** What the model reads: a line for each element, text between them, what is out of view, what just happened. */
export function renderPage(raw: RawPage, projection: Projection): string {
  const { positions } = projection;
  const fits = (text: string): boolean => estimateTokens(text) <= MAX_TOKENS;
  const whole = renderOnce(raw, projection, { shown: new Set(positions), textBudget: TEXT_BUDGET, context: 40 });
  if (fits(whole)) return whole;
  // First shorter words, then fewer of those that have twins, last those that matter least.
  let kept = [...positions];
  for (;;) {
    const text = renderOnce(raw, projection, { shown: new Set(kept), textBudget: TEXT_BUDGET / 3, context: 20 });
    if (fits(text) || kept.length <= 10) return text;
    const twins = kept.filter((position) => raw.nodes[position]?.rowText !== undefined);
    const surplus = new Set(twins.slice(-5));
    kept = twins.length > 10 ? kept.filter((one) => !surplus.has(one)) : keepBest(raw.nodes, kept, kept.length - 5);
  }
}

function renderOnce(raw: RawPage, projection: Projection, { shown, textBudget, context }: Measure): string {
  const refs = new Map(projection.positions.map((position, index) => [position, refOf(index)]));
  const texts = affordableTexts(raw, textBudget);
  const lines = [...headLines(raw)];
  // What was just said need not be said again: the row of the control before, what covers it, the frame it is in.
  let last = { frame: 0, row: '', cover: '' };
  const enter = (frame: number): void => {
    if (frame !== last.frame) lines.push(frameLine(raw, frame));
    last = { ...last, frame };
  };
  const say = (text: RawText): void => {
    enter(text.frame);
    last = { ...last, row: text.text };
    lines.push(`${indentOf(raw.nodes, text, refs)}${inert(text.text, MAX_TEXT)}`);
  };
  raw.nodes.forEach((node, position) => {
    for (const text of texts.get(position) ?? []) say(text);
    const ref = refs.get(position);
    if (ref === undefined || !shown.has(position)) return;
    enter(node.frame);
    const isKnown = node.rowText !== undefined && sameWords(last.row, node.rowText);
    const cover = node.coveredBy ?? '';
    const line = renderNode(node, { context: isKnown ? 0 : context, cover: cover !== last.cover });
    last = { ...last, row: node.rowText ?? last.row, cover: cover || last.cover };
    lines.push(`${indentOf(raw.nodes, node, refs)}${ref} ${line}`);
  });
  for (const text of texts.get(raw.nodes.length) ?? []) say(text);
  return [...lines, ...footLines(raw, projection.positions.length - shown.size)].join('\n');
}

function headLines(raw: RawPage): string[] {
  // What is still there is told where it stands.
  const isGone = (event: string): boolean => !raw.texts.some(({ text }) => text.includes(event));
  const events = raw.recentEvents.filter(isGone).slice(-5);
  const lines = events.map((event) => `just now: ${inert(event, MAX_TEXT)}`);
  return [`${inert(raw.title)} ${inertUrl(raw.url)}`, ...lines];
}

/** Where the page is, without what a link may carry along. */
function inertUrl(url: string): string {
  return cut(url.replace(/\s/g, ''), 120);
}

/** Of a frame on the same site only the path: where it differs matters. */
function frameLine({ url, frames }: RawPage, index: number): string {
  const frame = frames[index];
  if (!frame || index === 0) return 'main page:';
  const origin = /^[a-z]+:\/\/[^/]*/i.exec(url)?.[0];
  const isSame = origin !== undefined && frame.url.startsWith(`${origin}/`);
  return `frame ${inertUrl(isSame ? frame.url.slice(origin.length) : frame.url)}:`;
}

function footLines(raw: RawPage, unshown: number): string[] {
  const { above, below, elsewhere } = raw.outOfView;
  const { height, scrollY, scrollHeight } = raw.viewport;
  const places = [
    ...(above > 0 ? [`${above} above`] : []),
    ...(below > 0 ? [`${below} below`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} inside scroll areas or aside`] : []),
  ];
  const room = scrollHeight - height;
  const position = room > 20 ? [`scrolled ${Math.round((scrollY / room) * 100)}%`] : [];
  const more = places.length > 0 ? [`more controls: ${places.join(', ')}`] : [];
  const canScroll = raw.scrollables.filter(({ depth, moreBelow }) => moreBelow || depth >= 0.01);
  const areas = canScroll.slice(0, 3).map(({ name, depth, moreBelow }) => {
    const rest = moreBelow ? ', more below' : '';
    return `scroll area ${inert(name, 30)} at ${Math.round(depth * 100)}%${rest}`;
  });
  const notes = [...raw.truncated, ...(unshown > 0 ? [`${unshown} less important elements are not shown`] : [])];
  const status = [...position, ...more, ...areas].join('; ');
  return [...(status ? [`(${status})`] : []), ...notes.map((note) => `(${note})`)];
}

/** Texts by the node they stand before, as many as the budget allows; messages and dialogs first. */
function affordableTexts(raw: RawPage, budget: number): Map<number, RawText[]> {
  const isUrgent = ({ parent }: RawText): boolean =>
    /^(?:alert|alertdialog|dialog)$/.test(raw.nodes[parent]?.role ?? '');
  const ordered = [...raw.texts.filter(isUrgent), ...raw.texts.filter((text) => !isUrgent(text))];
  let left = budget;
  const taken = new Set<RawText>();
  for (const text of ordered) {
    const cost = Math.min(text.text.length, MAX_TEXT) + 3;
    if (cost > left) continue;
    left -= cost;
    taken.add(text);
  }
  const byNode = new Map<number, RawText[]>();
  for (const text of raw.texts)
    if (taken.has(text)) byNode.set(text.before, [...(byNode.get(text.before) ?? []), text]);
  return byNode;
}

function indentOf(nodes: readonly RawNode[], node: { parent: number }, refs: ReadonlyMap<number, string>): string {
  let depth = 0;
  for (let up = node.parent; up >= 0 && depth < 8; up = nodes[up]?.parent ?? -1) if (refs.has(up)) depth += 1;
  return ' '.repeat(depth);
}

interface NodeMeasure {
  /** Characters of what tells it from its twins; 0 when that was said already. */
  context: number;
  /** Whether to name what covers it. */
  cover: boolean;
}

/** One element, without its ref. */
export function renderNode(node: RawNode, { context, cover }: NodeMeasure = { context: 40, cover: true }): string {
  const parts = [wordFor(node), nameFor(node), valueFor(node), optionsFor(node), marksFor(node, cover)];
  if (node.rowText && context > 0) parts.push(`in ${inert(node.rowText, context)}`);
  return parts.filter((part) => part !== '').join(' ');
}

function wordFor({ role, level, clickable }: RawNode): string {
  if (role === 'heading') return `h${level ?? 2}`;
  return clickable !== undefined && (role === 'generic' || role === 'none') ? 'clickable' : role;
}

function nameFor({ role, name: full, hint, text, value }: RawNode): string {
  if (hint) return `~${inert(hint.text, 60)}`;
  // Letters of icon fonts mean nothing outside of their font.
  const name = full.replace(/[\ue000-\uf8ff]+/g, '').trim();
  if (name === '') return '';
  // A label that says one thing while the screen says another is worth knowing.
  const differs = text !== '' && value === undefined && !LANDMARKS.test(role) && !sameWords(name, text);
  return differs ? `${inert(name)} shows ${inert(text, 60)}` : inert(name);
}

const LANDMARKS = /^(?:region|dialog|alert|alertdialog)$/;

function sameWords(name: string, text: string): boolean {
  const plain = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const [a, b] = [plain(name), plain(text)];
  return a.includes(b) || b.includes(a);
}

function valueFor({ value, secret }: RawNode): string {
  if (value === undefined || value === '') return '';
  if (secret) return `= ${value}`;
  const flat = value.replace(/\n/g, '⏎');
  return `= ${inert(flat.length > 80 ? `${flat.slice(0, 50)} … ${flat.slice(-25)}` : flat, 90)}`;
}

function optionsFor({ options, optionCount = 0, value }: RawNode): string {
  if (!options) return '';
  const shown: string[] = [];
  let length = 0;
  for (const { text } of options) {
    if (text === value) continue;
    length += text.length + 2;
    if (length > 70) break;
    shown.push(text);
  }
  const rest = optionCount - shown.length - (value ? 1 : 0);
  const list = shown.map((text) => inert(text, 40).slice(1, -1)).join(', ');
  return shown.length === 0 && rest <= 0 ? '' : `{${list}${rest > 0 ? `${list ? ', ' : ''}+${rest}` : ''}}`;
}

function marksFor(node: RawNode, nameCover: boolean): string {
  const box = node.checked ? { true: '[x]', false: '[ ]', mixed: '[-]' }[node.checked] : '';
  const { inputType, multiline, expanded } = node;
  const kinds = inputType && !/^(?:checkbox|radio|submit|button|reset|image|number|range|search)$/.test(inputType);
  const words = [
    ...(kinds ? [inputType] : []),
    ...(multiline ? ['multi-line'] : []),
    ...(node.multiple ? ['multiple'] : []),
    ...(node.disabled ? ['disabled'] : []),
    ...(node.readonly ? ['readonly'] : []),
    ...(node.required ? ['required'] : []),
    ...(node.invalid ? ['invalid'] : []),
    ...(expanded === undefined ? [] : [expanded ? 'expanded' : 'collapsed']),
    ...(node.selected ? ['selected'] : []),
    ...(node.pressed ? ['pressed'] : []),
    ...(node.focused ? ['focused'] : []),
    ...(node.busy ? ['busy'] : []),
    ...(node.inView === 'none' ? ['offscreen'] : []),
    ...(node.hiddenText ? ['hidden text dropped'] : []),
    ...(node.occluded
      ? [node.coveredBy && nameCover ? `covered by ${node.coveredBy.replace(/"/g, "'")}` : 'covered']
      : []),
  ];
  return [box, words.length > 0 ? `[${words.join(', ')}]` : ''].filter((part) => part !== '').join(' ');
}
