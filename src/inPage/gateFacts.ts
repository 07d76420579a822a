import type { RawDetails } from '../page/raw.js';
import { formFacts } from './forms.js';
import { drawnParent } from './geometry.js';
import { modalAround, ownName } from './names.js';
import { inputTypeOf } from './roles.js';
import { attr, closest, findAll, has, matches, tagOf } from './safe.js';
import { cleaned } from './secrets.js';
import type { Sight } from './sight.js';

type GateFacts = Pick<RawDetails, 'form' | 'alt' | 'around' | 'scripted' | 'autoSubmits' | 'resets'>;

/** What has to be known of the one element that is about to be used, and would cost too much for all. */
export function gateFacts(element: Element, sight: Sight): GateFacts {
  const form = formFacts(element);
  const alt = altOf(element);
  const around = textAround(element, sight);
  const scripted = scriptedBy(element);
  const isReset = matches(element, 'input, button') && inputTypeOf(element) === 'reset';
  return {
    ...(form ? { form } : {}),
    ...(alt ? { alt } : {}),
    ...(around ? { around } : {}),
    ...(scripted ? { scripted } : {}),
    ...(isAutoSubmit(element) ? { autoSubmits: true } : {}),
    ...(isReset ? { resets: true } : {}),
  };
}

function altOf(element: Element): string {
  const pictures = [element, ...findAll(element, 'img, svg, [role=img], area').slice(0, 5)];
  const named = pictures.map((picture) => attr(picture, 'alt') ?? (picture === element ? '' : ownName(picture)));
  return cleaned(named.filter((name) => name !== '').join(' '), 200);
}

const CONTROLS = 'input, select, textarea, button, a[href], [role=button], [role=link], [role=menuitem]';
const HIGHEST = 6;
const SHORT_PAGE = 200;

/** Of the dialog it is in, else of the smallest box around it that says something of its own. */
function textAround(element: Element, sight: Sight): string {
  const modal = modalAround(element);
  if (modal) return cleaned(sight.textInside(modal, 400, CONTROLS).text, 400);
  let at = drawnParent(element);
  for (let level = 0; at && level < HIGHEST && !matches(at, 'html'); level++) {
    const { text } = sight.textInside(at, 400, CONTROLS);
    // A page that says no more than this is all about one thing.
    if (matches(at, 'body') && text.length > SHORT_PAGE) return '';
    if (/\p{L}/u.test(text)) return cleaned(text, 400);
    at = drawnParent(at);
  }
  return '';
}

/** Attributes by which widespread scripts are told to send something instead of following a link. */
const ORDERS = [
  ...['data-method', 'data-turbo-method', 'data-confirm', 'data-turbo-confirm', 'data-action'],
  ...['hx-post', 'hx-put', 'hx-patch', 'hx-delete', 'hx-confirm'],
];
/** Most scripts on links only count visits; these words are of those that do more. */
const DOES_MORE = /return|preventDefault|submit|fetch|confirm|delete|remove|cancel/i;

function scriptedBy(element: Element): string {
  const orders = ORDERS.flatMap((name) => {
    const order = attr(element, name);
    // Which attribute it is says something, too.
    return order === null ? [] : [`${name === 'hx-delete' ? 'delete ' : ''}${order.slice(0, 200)}`];
  });
  const isHandled = DOES_MORE.test(attr(element, 'onclick') ?? '');
  return cleaned([...orders, ...(isHandled ? ['script'] : [])].join(' '), 400);
}

const CHANGES = ['onchange', 'oninput', 'onclick', 'data-action', 'data-auto-submit', 'data-autosubmit'];

/** As far as attributes tell: a script that listens keeps it to itself. */
function isAutoSubmit(element: Element): boolean {
  if (!matches(element, 'input, select, textarea, [role=checkbox], [role=switch], [role=radio]')) return false;
  if (tagOf(element) === 'input' && /^(?:submit|button|image|reset)$/.test(inputTypeOf(element))) return false;
  const form = closest(element, 'form');
  const holders = form ? [element, form] : [element];
  return holders.some((holder) => {
    return CHANGES.some((name) => has(holder, name) && /submit/i.test(`${name} ${attr(holder, name)}`));
  });
}
