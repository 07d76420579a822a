import type { RawFrame, RawNode, RawPage } from '../page/raw.js';
import { wordsOf } from '../page/words.js';
import type { Wall } from './gate.js';

/** Who puts riddles before people, by the address of their frames. */
const RIDDLERS: readonly RegExp[] = [
  /^https?:\/\/(?:www\.)?(?:google\.com|recaptcha\.net)\/recaptcha\//,
  /^https?:\/\/(?:[\w-]+\.)*hcaptcha\.com\//,
  /^https?:\/\/challenges\.cloudflare\.com\//,
  /^https?:\/\/(?:[\w-]+\.)*(?:arkoselabs|funcaptcha)\.com\//,
  /^https?:\/\/(?:[\w-]+\.)*captcha-delivery\.com\//,
  /^https?:\/\/(?:[\w-]+\.)*(?:geetest\.com|captcha\.awswaf\.com|px-cloud\.net|perimeterx\.net)\//,
];
/** The box to tick is lower than this, a riddle is not. */
const RIDDLE_HEIGHT = 150;
const BOX_HEIGHT = 40;

const ASKS =
  /\b(?:verify (?:that )?you (?:are|re) (?:a )?human|are you (?:a )?(?:human|robot)|(?:you are|you re|i m|i am) not a robot|human verification|robot check|checking (?:your browser|if the site connection is secure)|press (?:and )?hold|unusual traffic|pardon our interruption|prove (?:that )?you (?:are|re) (?:human|not)|security check|complete the captcha|captcha|kein roboter|bist du ein mensch|sind sie ein mensch|mensch sind|pas un robot|etes vous (?:un )?(?:humain|robot)|no (?:eres|soy|es) un robot|eres humano|non sei un robot|non sono un robot|sei umano|nao (?:e|sou) um robo|voce e humano|geen robot|bent u (?:een )?(?:mens|robot))\b/;
/** Whole titles of pages that stand in the way. */
const TITLES = new Set([
  'just a moment',
  'attention required',
  'einen moment',
  'nur einen moment',
  'un instant',
  'un momento',
  'un attimo',
  'um momento',
  'een moment',
]);
const MOST_WORDS = 12;

/** A page that wants to know whether a human is there. It is never solved, and never gone around. */
export function captchaOn(page: RawPage): Wall | null {
  const wall: Wall = { kind: 'captcha', words: 'this page wants to know whether you are human' };
  const frames = page.frames.flatMap((frame) => riddleFrame(frame, page));
  if (frames.some(({ box }) => box.height >= RIDDLE_HEIGHT)) return wall;
  // A box to tick at the end of a form is no wall before the form, and a page about robots has more to say.
  if (!standsAlone(page)) return null;
  return frames.length > 0 || isAsked(page) ? wall : null;
}

/** The iframe of a riddle that can be seen; the badge in the corner only says that somebody watches. */
function riddleFrame({ url, owner }: RawFrame, { nodes }: RawPage): RawNode[] {
  if (!RIDDLERS.some((riddler) => riddler.test(url)) || /[?&#]size=invisible\b/.test(url)) return [];
  const iframe = nodes[owner];
  const isSeen =
    iframe !== undefined && iframe.inView !== 'none' && !iframe.occluded && iframe.box.height >= BOX_HEIGHT;
  return isSeen ? [iframe] : [];
}

function isAsked({ title, nodes }: RawPage): boolean {
  const [first = ''] = title.split(/[|–—-]/);
  if (TITLES.has(wordsOf(first).join(' '))) return true;
  const heads = [title, ...nodes.filter(({ role }) => role === 'heading').map(({ name }) => name)];
  return heads.some((text) => {
    const words = wordsOf(text);
    return words.length <= MOST_WORDS && ASKS.test(words.join(' '));
  });
}

const FEW_CONTROLS = 10;

/** Nothing to fill in and hardly anything to click. */
function standsAlone({ nodes, outOfView: { above, below, elsewhere } }: RawPage): boolean {
  const own = nodes.filter(({ frame }) => frame === 0);
  const isForm = own.filter(({ role }) => role === 'textbox' || role === 'combobox').length > 1;
  const controls = own.filter(({ role, clickable }) => role === 'link' || role === 'button' || clickable !== undefined);
  return !isForm && controls.length + above + below + elsewhere < FEW_CONTROLS;
}
