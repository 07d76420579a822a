import { readFileSync } from 'node:fs';
import type { Variant } from './variants.js';

/** What of the membership shows on the pages. */
export interface Membership {
  state: 'active' | 'paused' | 'cancelled';
  plan: 'Standard with ads' | 'Basic';
  /** How often an offer to stay was declined, where it comes twice. */
  declined: number;
}

export type PageName =
  | 'account'
  | 'survey'
  | 'retention'
  | 'confirm'
  | 'finish'
  | 'complete'
  | 'error'
  | 'login'
  | 'style.css';

const FOLDER = new URL('../../fixtures/sites/netflix/', import.meta.url);

/** The page as it lies in the fixtures, made into one of a server that remembers and has its ways of its own. */
export function renderPage(name: PageName, variant: Variant, membership: Membership): string {
  const file = (page: string): string => readFileSync(new URL(page, FOLDER), 'utf8');
  switch (name) {
    case 'style.css':
      return file(name);
    case 'account':
      return accountPage(served(file('account.html')), variant, membership);
    case 'retention':
      return retentionPage(served(file('retention.html')), variant, membership);
    case 'confirm':
      return confirmPage(served(file('confirm.html')), variant);
    case 'complete':
      return completePage(served(file('complete.html')), variant);
    case 'finish':
      return withCancelForm(served(file('finish.html')));
    case 'survey':
      return replaced(served(file('survey.html')), 'action="/retention"', 'action="/answered"');
    case 'error':
    case 'login':
      return served(file(`${name}.html`));
  }
}

/** The addresses of files become addresses of the server. */
function served(html: string): string {
  return html
    .replaceAll('href="login.html" data-uia="sign-out"', 'href="/logout" data-uia="sign-out"')
    .replace('action="account.html" method="post" id="login"', 'action="/login" method="post" id="login"')
    .replaceAll(/(href|action)="(\w+)\.html"/g, '$1="/$2"')
    .replaceAll('href="style.css"', 'href="/style.css"');
}

/** A page that lost what is to be replaced would be another site than its variant says. */
function replaced(html: string, part: string, by: string): string {
  if (!html.includes(part)) throw new Error(`the page has no ${JSON.stringify(part)}`);
  return html.replace(part, () => by);
}

const CANCEL_LINK = '<a class="button" href="/survey" data-uia="action-cancel-plan">Cancel Membership</a>';
const NEXT_BILLING = 'Your next billing date is December 1, 2026.';
const RESTART = '<form action="/restart" method="post"><button class="button">Restart Membership</button></form>';

function accountPage(html: string, variant: Variant, { state, plan }: Membership): string {
  const planned = replaced(html, 'Standard with ads', plan);
  if (variant === 'third-party') {
    const partner =
      '<p>Your membership is billed through the App Store. To cancel it, go to your App Store settings.</p>';
    return replaced(planned, CANCEL_LINK, partner);
  }
  switch (state) {
    case 'active':
      return planned;
    case 'paused':
      return replaced(planned, NEXT_BILLING, 'Your membership is paused until January 1, 2027.');
    case 'cancelled':
      return replaced(
        replaced(planned, NEXT_BILLING, 'Your membership will end on December 1, 2026.'),
        CANCEL_LINK,
        RESTART,
      );
  }
}

const OFFER = 'You can pause your membership or change to a cheaper plan instead of cancelling.';

function retentionPage(html: string, variant: Variant, { declined }: Membership): string {
  const post = (page: string, label: string, action: string): string => {
    const button = `<button class="button">${label}</button>`;
    return replaced(page, button, `<form action="${action}" method="post">${button}</form>`);
  };
  const page = post(post(html, 'Pause membership', '/pause'), 'Change plan', '/plan');
  if (variant !== 'twice') return page;
  const again = declined % 2 === 1 ? replaced(page, OFFER, 'Wait! Stay for three months at half the price.') : page;
  return replaced(again, 'href="/confirm"', 'href="/declined"');
}

const FORM = '<form action="/complete" method="get"';
const BUTTON =
  '<button class="button primary" type="submit" data-uia="action-finish-cancellation">Finish Cancellation</button>';

/** What is sent to be cancelled is a request that changes something. */
function withCancelForm(html: string, attributes = ''): string {
  return replaced(html, FORM, `<form action="/cancel" method="post"${attributes}`);
}

function confirmPage(html: string, variant: Variant): string {
  switch (variant) {
    case 'link': {
      const titled = replaced(html, 'Finish Cancellation - Netflix', 'Confirm Cancellation - Netflix');
      const headed = replaced(titled, 'Finish cancelling your membership', 'Confirm your cancellation');
      return replaced(headed, BUTTON, '<a class="button primary" href="/cancel">Confirm Cancellation</a>');
    }
    case 'banner':
      return replaced(withCancelForm(html), '</body>', `${BANNER}</body>`);
    case 'confirm':
      return withCancelForm(html, ` onsubmit="return confirm('Cancel your membership now?')"`);
    case 'iframe': {
      const frame = '<iframe src="/finish" title="Cancellation" width="300" height="80"></iframe>';
      return replaced(html, BUTTON, frame);
    }
    case 'shadow':
      return replaced(replaced(html, BUTTON, ''), '</form>', `</form>${SHADOW}`);
    case 'plain':
    case 'third-party':
    case 'error':
    case 'login':
    case 'twice':
      return withCancelForm(html);
  }
}

const BANNER = `<div style="position: fixed; inset: 0; background: #0008">
<div role="dialog" aria-label="Cookies" style="position: absolute; bottom: 0; padding: 40px; background: #fff">
<h2>Your cookies</h2><p>We use cookies to remember what you like.</p>
<button class="button" type="button">Reject all</button> <button class="button" type="button">Accept all</button>
</div></div>
<script>
  const veil = document.body.lastElementChild.previousElementSibling;
  for (const button of veil.querySelectorAll('button')) button.onclick = () => veil.remove();
</script>`;

const SHADOW = `<finish-box></finish-box>
<script>
  const root = document.querySelector('finish-box').attachShadow({ mode: 'closed' });
  root.innerHTML = \`<link rel="stylesheet" href="/style.css">
    <form action="/cancel" method="post" style="display: inline">${BUTTON}</form>\`;
</script>`;

function completePage(html: string, variant: Variant): string {
  const page = replaced(html, '<a class="button" href="/account">Restart Membership</a>', RESTART);
  if (variant !== 'link') return page;
  return replaced(
    replaced(page, 'Membership cancelled - Netflix', 'Cancellation Complete - Netflix'),
    'Your membership has been cancelled',
    'Your cancellation is complete',
  );
}
