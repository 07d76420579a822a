import { FIELD, type Mutation, PAGE, ROWS, SAVE } from './shopSite.js';

const SECTION = /<section id="profile">[\s\S]*?<\/section>/.exec(PAGE)?.[0] ?? '';
const FORM = /<form method="post" action="\/save"[\s\S]*?<\/form>/.exec(PAGE)?.[0] ?? '';
const later = (html: string, where: string, ms: number): string =>
  `<script>setTimeout(() => document.querySelector(${JSON.stringify(where)}).insertAdjacentHTML('beforeend', ${JSON.stringify(html)}), ${ms})</script>`;
const save =
  (html: string): ((page: string) => string) =>
  (page) =>
    page.replace(SAVE, html);
const button = (words: string, rest = 'data-testid="save"'): string =>
  `<button type="submit" ${rest}>${words}</button>`;
const frame = (html: string): string =>
  `<iframe width="600" height="200" src="/frame?html=${encodeURIComponent(html)}"></iframe>`;

const same = (name: string, html: Mutation['html'], rest: Partial<Mutation> = {}): Mutation => ({
  name,
  same: true,
  html,
  ...rest,
});
const other = (name: string, html: Mutation['html'], rest: Partial<Mutation> = {}): Mutation => ({
  name,
  same: false,
  html,
  ...rest,
});

/** What becomes of pages between a recording and its replay. */
export const MUTATIONS: readonly Mutation[] = [
  same('nothing changed', (page) => page),
  same('test id changed', save(button('Save changes', 'data-testid="submit-profile"'))),
  same('test id gone', save(button('Save changes', ''))),
  same('test id and id of the field changed', (page) =>
    page.replace(FIELD, '<label for="n2">Display name</label> <input id="n2" name="display_name" data-testid="n2">'),
  ),
  same('class names and wrappers changed', save(`<div class="css-1x2"><span class="sc-9">${SAVE}</span></div>`)),
  same('moved to the end of the page', (page) => page.replace(SECTION, '').replace('</main>', `${SECTION}</main>`)),
  same('moved far out of view', (page) => page.replace(SECTION, `<div style="height:3000px"></div>${SECTION}`)),
  same('moved into a dialog', (page) => page.replace(FORM, `<div role="dialog" aria-label="Profile">${FORM}</div>`)),
  same('sections reordered', (page) => page.replace(SECTION, '').replace('<main>', `<main>${SECTION}`)),
  same('wrapped in an open shadow root', (page) =>
    page.replace(FORM, `<div><template shadowrootmode="open">${FORM}</template></div>`),
  ),
  same('wrapped in a closed shadow root', (page) =>
    page.replace(FORM, `<my-form><template shadowrootmode="closed">${FORM}</template></my-form>`),
  ),
  same('wrapped in an iframe of the same site', (page) =>
    page.replace(FORM, frame(FORM.replace('<form ', '<form target="_top" '))),
  ),
  same('drawn half a second later', (page) => page.replace(FORM, '') + later(FORM, '#profile', 500)),
  same('drawn anew again and again', (page) =>
    page.replace(
      '</main>',
      `</main><script>let left = 5; const timer = setInterval(() => { const box = document.querySelector('#profile'); box.innerHTML = box.innerHTML; if (--left === 0) clearInterval(timer); }, 60);</script>`,
    ),
  ),
  same(
    'enabled half a second later',
    (page) =>
      `${page.replace(SAVE, SAVE.replace('<button', '<button disabled'))}<script>setTimeout(() => document.querySelector('[data-testid=save]').disabled = false, 500)</script>`,
  ),
  same('a twin of another test id added', (page) =>
    page.replace(
      '</nav>',
      `</nav><form method="post" action="/other">${button('Save changes', 'data-testid="quick-save"')}</form>`,
    ),
  ),
  same('a twin that is hidden added', (page) =>
    page.replace('</nav>', `</nav><form hidden method="post" action="/other">${SAVE}</form>`),
  ),
  same('a banner beside everything', (page) =>
    page.replace('<nav>', '<div role="banner">We use cookies <button>Accept</button></div><nav>'),
  ),
  same(
    'a banner over everything that goes by itself',
    (page) =>
      `${page}<div id="b" style="position:fixed;inset:0;background:#fff">Loading</div><script>setTimeout(() => document.querySelector('#b').remove(), 500)</script>`,
  ),
  same(
    'a banner over everything that stays',
    (page) => `${page}<div style="position:fixed;inset:0;background:#fff">Sign up</div>`,
  ),
  same('a dialog of the browser on load', (page) => `${page}<script>alert('Welcome')</script>`),
  same('renamed', save(button('Store changes'))),
  same('translated', (page) =>
    page.replace(SAVE, button('Änderungen speichern')).replace('Display name', 'Anzeigename'),
  ),
  same('a button became a link', save('<a href="/saved" data-testid="save">Save changes</a>')),
  same('disabled for good', save(SAVE.replace('<button', '<button disabled'))),
  same('the server ten times slower', (page) => page, { delayMs: 400 }),
  other('removed', save('')),
  other(
    'removed, with something like it left',
    save(button('Save as template', 'formaction="/template" data-testid="template"')),
  ),
  other('duplicated with everything it has', save(`${SAVE}${SAVE.replace('<button', '<button formaction="/other"')}`)),
  other('the form sends elsewhere', (page) => page.replace('action="/save"', 'action="/close"')),
  other('the same test id on another control', save(button('Close account', 'formaction="/close" data-testid="save"'))),
  other('a look-alike that sends elsewhere', save(button('Save changes', 'formaction="/close" data-testid="save"'))),
  other('a look-alike without the test id that sends elsewhere', save(button('Save changes', 'formaction="/close"'))),
  other('the name and the test id changed places', (page) =>
    page
      .replace(SAVE, button('Close account', 'formaction="/close" data-testid="save"'))
      .replace(
        '<button data-testid="close">Close account</button>',
        '<button data-testid="close">Save changes</button>',
      ),
  ),
  other('in an iframe of another site', (page) =>
    page.replace(
      FORM,
      `<iframe width="600" height="200" src="FOREIGN/frame?html=${encodeURIComponent(FORM.replace('"/save"', '"/close"'))}"></iframe>`,
    ),
  ),
  other(
    'says that it is saved, and nothing is',
    save(
      '<button type="button" data-testid="save" onclick="history.pushState(0, 0, \'/saved\'); document.body.innerHTML = \'<h1>Oops</h1>\'">Save changes</button>',
    ),
  ),
  other('goes elsewhere afterwards', (page) => page, {
    saved: '<!doctype html><title>Error</title><h1>We could not do that</h1>',
  }),
];

/** Of a list with a button in each row, the row that was meant. */
export const LIST_MUTATIONS: readonly Mutation[] = [
  same('nothing changed in the list', (page) => page),
  same('rows reordered', (page) => page.replace(ROWS.join('\n'), [...ROWS].reverse().join('\n'))),
  same('a row added', (page) =>
    page.replace(ROWS.join('\n'), [...ROWS, ROWS[0]?.replaceAll('North', 'East')].join('\n')),
  ),
  same('test ids of rows gone', (page) => page.replace(/ data-testid="remove-\w+"/g, '')),
  other('the row removed', (page) => page.replace(ROWS[1] ?? '', '')),
  other('all rows but another removed', (page) => page.replace(ROWS.join('\n'), ROWS[0] ?? '')),
  other('test ids given to other rows', (page) =>
    page.replace('remove-South', 'x').replace('remove-West', 'remove-South'),
  ),
  other('test ids by position, and a row before it gone', (page) =>
    page.replace(ROWS.join('\n'), [ROWS[0], ROWS[2]?.replace('remove-West', 'remove-South')].join('\n')),
  ),
];
