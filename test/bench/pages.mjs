// The pages of the snapshot bench: written here, the same on every run, served on this machine only.
import { createServer } from 'node:http';

const STYLE = `<style>
  * { box-sizing: border-box }
  body { margin: 0; font: 14px/20px sans-serif; color: #222 }
  header, main, footer { padding: 8px 24px }
  nav a { margin-right: 16px }
  ul { list-style: none; margin: 0; padding: 0 }
  .fields { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px 24px }
  .row { display: flex; gap: 16px; height: 34px; align-items: center; border-bottom: 1px solid #ddd }
  .row span { flex: 1 }
  .veil { position: fixed; inset: 0; background: #0008; display: grid; place-items: center }
  .veil > div { background: #fff; padding: 24px; width: 460px }
  iframe { width: 236px; height: 300px; border: 1px solid #999 }
</style>`;

const page = (title, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${STYLE}</head><body>${body}</body></html>`;

/** Ten elements inside the form. The password is filled in, as by a password manager. */
const login = () =>
  page(
    'Sign in - Harbor Mail',
    `<main><form action="/signed-in">
      <h1>Sign in</h1>
      <label for="email">Email address</label><input id="email" type="email" autocomplete="username">
      <label for="password">Password</label><input id="password" type="password" value="correct horse">
      <input id="keep" type="checkbox"><label for="keep">Keep me signed in</label>
      <button>Sign in</button>
      <a href="/reset">Forgot your password?</a>
      <a href="/join">Create an account</a>
    </form></main>`,
  );

const GOODS = ['Desk lamp', 'Oak shelf', 'Wool blanket', 'Steel kettle', 'Garden chair', 'Paper tray', 'Wall clock'];
const STATES = ['Shipped', 'Waiting for payment', 'Delivered', 'Returned'];

const settingsHead = `<header><nav aria-label="Main">
    <a href="/">Home</a><a href="/orders">Orders</a><a href="/customers">Customers</a><a href="/reports">Reports</a>
    <a href="/help">Help</a></nav></header>
  <main><h1>Order settings</h1>
  <p>Changes apply to new orders. Orders that were placed before keep the settings they were placed with.</p>
  <form><h2>Shop</h2><div class="fields">
    <div><label for="shop">Shop name</label> <input id="shop" value="North Pier Goods"></div>
    <div><label for="contact">Contact email</label> <input id="contact" type="email" value="shop@pier.example"></div>
    <div><label for="currency">Currency</label>
      <select id="currency"><option>Euro</option><option selected>US dollar</option><option>Yen</option></select></div>
    <div><label><input type="checkbox" checked> Send receipts</label></div>
    <div><label><input type="checkbox"> Hold orders for review</label></div>
    <div><label><input type="radio" name="pack" checked> Box</label> <label><input type="radio" name="pack"> Bag</label></div>
  </div><button>Save settings</button> <button type="button">Preview</button></form>
  <h2>Recent orders</h2><label for="find">Find an order</label> <input id="find" type="search"><ul>`;
const settingsFoot = '</ul></main>';

const ROW_SIZE = 7;
const settingsRow = (index) => {
  const number = 1001 + index;
  return `<li class="row"><input type="checkbox" aria-label="Select order ${number}">
    <a href="/orders/${number}">Order ${number}</a><span>${GOODS[index % 7]}, ${1 + (index % 4)} pieces</span>
    <span>${STATES[index % 4]}</span><button>Edit</button><button>Delete</button></li>`;
};

const countTags = (html) => html.match(/<[a-z]/g).length;

/** A page of settings and orders with exactly this many elements in its body; the first screen is always the same. */
const settings = (elements) => () => {
  const free = elements - countTags(settingsHead + settingsFoot) - 1;
  const rows = Array.from({ length: Math.floor(free / ROW_SIZE) }, (_, index) => settingsRow(index));
  const notes = Array.from({ length: free % ROW_SIZE }, (_, index) => `<small>Note ${index + 1}.</small> `);
  return page(
    'Order settings - North Pier Goods',
    `${settingsHead}${rows.join('')}${settingsFoot}<footer>${notes.join('')}</footer>`,
  );
};

/** The same page with one button that does something, at once and without a request. */
const live = (make) => () =>
  make().replace(
    '</body>',
    `<script>
      let previewed = 0;
      const note = document.querySelector('main > p');
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Preview');
      button.addEventListener('click', () => { note.textContent = 'Previewed ' + (previewed += 1) + ' times.'; });
    </script></body>`,
  );

const CITIES = ['Oslo', 'Porto', 'Turin', 'Ghent', 'Malmo', 'Graz', 'Lyon', 'Brno', 'Cork', 'Vigo'];

const iframes = () =>
  page(
    'Weather board',
    `<main><h1>Weather board</h1><p>One panel for each station.</p>
    ${CITIES.map((city, index) => `<iframe title="${city}" src="/station?${index}"></iframe>`).join('')}</main>`,
  );

const station = (query) => {
  const city = CITIES[Number(query) % CITIES.length];
  return page(
    city,
    `<main><h2>${city}</h2><p>Wind from the west, ${10 + Number(query)} degrees.</p>
    <label>Days <input type="number" value="3"></label><button>Update ${city}</button>
    <a href="/history?${query}">History of ${city}</a></main>`,
  );
};

const crossOrigin = (foreign) =>
  page(
    'Checkout - North Pier Goods',
    `<header><a href="/">North Pier Goods</a></header><main><h1>Checkout</h1>
    <p>Total: 84.00 dollars. Pay by card or with a voucher.</p>
    <iframe title="Card payment" src="${foreign}/card"></iframe>
    <iframe title="Voucher" src="${foreign}/voucher"></iframe>
    <iframe title="Chat" src="${foreign}/chat"></iframe>
    <p><button>Place order</button> <a href="/cart">Back to the cart</a></p></main>`,
  );

const card = () =>
  page(
    'Card',
    `<main><h2>Card</h2><label>Card number <input inputmode="numeric"></label>
    <label>Name on card <input></label><label>Expires <input placeholder="MM/YY"></label>
    <label>Country <select><option>France</option><option>Norway</option></select></label>
    <label><input type="checkbox"> Remember this card</label></main>`,
  );

const voucher = () =>
  page('Voucher', '<main><h2>Voucher</h2><label>Code <input></label><button>Redeem</button></main>');

const chat = () =>
  page(
    'Chat',
    `<main><h2>Questions?</h2><p>We answer within five minutes.</p>
    <label>Message <textarea></textarea></label><button>Send</button><a href="/faq">Frequent questions</a></main>`,
  );

/** Four cards with a shadow root each, and inside each a rating with one of its own. */
const shadow = () =>
  page(
    'Team',
    `<main><h1>Team</h1>${['Ana', 'Bo', 'Cem', 'Dora'].map((name) => `<team-card name="${name}"><p>${name} likes tea.</p></team-card>`).join('')}</main>
    <script>
      customElements.define('star-rating', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<button>Praise ' + this.getAttribute('for') + '</button>';
        }
      });
      customElements.define('team-card', class extends HTMLElement {
        connectedCallback() {
          const name = this.getAttribute('name');
          this.attachShadow({ mode: 'open' }).innerHTML = '<h2>' + name + '</h2><slot></slot><label>Note for ' + name +
            ' <input></label> <a href="/team/' + name + '">Profile of ' + name + '</a><star-rating for="' + name + '"></star-rating>';
        }
      });
    </script>`,
  );

/** The usual overlay of a script library: what lies below stays in the accessibility tree. */
const modal = () =>
  page(
    'Projects',
    `<header><nav><a href="/">Home</a><a href="/projects">Projects</a></nav></header><main><h1>Projects</h1>
    ${GOODS.map((name) => `<div class="row"><span>${name} project</span><button>Open</button><button>Delete</button></div>`).join('')}
    <button>New project</button></main>
    <div class="veil"><div role="dialog" aria-modal="true" aria-labelledby="ask"><h2 id="ask">Delete this project?</h2>
    <p>All files of the project are deleted. This cannot be undone.</p>
    <label>Type the name to confirm <input></label><p><button>Keep it</button> <button>Delete for good</button></p></div></div>`,
  );

/** The last page of ending a streaming plan. */
const cancel = () =>
  page(
    'Cancel membership - Lantern',
    `<header><a href="/browse" aria-label="Lantern">LANTERN</a> <a href="/signout">Sign out</a></header>
    <main><h1>Finish your cancellation</h1>
    <p>Your membership ends on March 14. Until then you can watch as before.</p>
    <ul><li>Your lists and profiles are kept for ten months.</li><li>You can come back at any time.</li></ul>
    <h2>Would another plan suit you better?</h2>
    <div class="row"><span>Basic with ads, 6.99 a month</span><button data-uia="plan-basic">Change plan</button></div>
    <label><input type="checkbox" checked> Email me about new series</label>
    <p><button data-uia="action-finish-cancellation">Finish cancellation</button>
    <button data-uia="action-go-back">Go back</button></p></main>
    <footer><p>Questions? Call 0800 555 0100.</p>
    ${['Gift cards', 'Terms of use', 'Privacy', 'Cookie preferences', 'Help center'].map((name) => `<a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a>`).join(' ')}
    </footer>`,
  );

const ROUTES = {
  '/login': login,
  '/200': settings(200),
  '/200-live': live(settings(200)),
  '/2000': settings(2_000),
  '/20000': settings(20_000),
  '/iframes': iframes,
  '/cross-origin': crossOrigin,
  '/shadow': shadow,
  '/modal': modal,
  '/cancel': cancel,
  '/card': card,
  '/voucher': voucher,
  '/chat': chat,
};

/** `localhost` is a foreign origin to a page of 127.0.0.1, and another site: the browser draws it in another process. */
export async function servePages() {
  const server = createServer(({ url }, response) => {
    const [path, query] = url.split('?');
    const foreign = `http://localhost:${server.address().port}`;
    const html = path === '/station' ? station(query) : ROUTES[path]?.(foreign);
    // A missing icon is an error in the console, and @playwright/mcp tells its model of every one: none here.
    response.writeHead(html ? 200 : 204, { 'content-type': 'text/html' }).end(html ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { urlOf: (name) => `http://127.0.0.1:${server.address().port}/${name}`, close };
}
