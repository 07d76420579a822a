import { describe, expect, it } from 'vitest';
import type { Wall } from '../../src/checkpoint/gate.js';
import { wallOn } from '../../src/checkpoint/walls.js';
import { readFixture } from '../support/fixtures.js';
import { useSession } from '../support/session.js';

const sessions = useSession();

async function kindOn(html: string, goal = ''): Promise<Wall['kind'] | null> {
  const session = await sessions.on(html);
  return wallOn((await session.look({ scope: 'viewport', picture: false })).raw, goal)?.kind ?? null;
}

const links = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<a href="/t${index}">Topic ${index}</a>`).join(' ');
const PASSWORD = '<label>Password <input type=password></label>';
const signIn = (title: string, heading: string, field: string, button: string): string =>
  `<title>${title}</title><h1>${heading}</h1><form><label>E-mail <input type=email></label>
   <label>${field} <input type=password></label><button>${button}</button></form>`;

describe('F32 a page that asks to sign in', () => {
  it.each([
    ['Netflix', readFixture('sites/netflix/login.html').toString()],
    ['English', signIn('Sign in', 'Sign in', 'Password', 'Sign in')],
    ['English, by its title', signIn('Log in to Example | Example', 'Hello', 'Password', 'Next')],
    ['English, by its heading', signIn('Example', 'Welcome back', 'Password', 'Next')],
    ['German', signIn('Anmelden – Beispiel', 'Anmelden', 'Passwort', 'Anmelden')],
    ['French', signIn('Connexion', 'Connectez-vous', 'Mot de passe', 'Se connecter')],
    ['Spanish', signIn('Iniciar sesión', 'Inicia sesión', 'Contraseña', 'Acceder')],
    ['Italian', signIn('Accedi', 'Accedi al tuo account', 'Password', 'Accedi')],
    ['Portuguese', signIn('Iniciar sessão', 'Entrar no Exemplo', 'Senha', 'Entrar')],
    ['Dutch', signIn('Inloggen', 'Inloggen bij Voorbeeld', 'Wachtwoord', 'Inloggen')],
    ['a bare form without any heading', `<title>Router</title>${PASSWORD}<button>Login</button>`],
    [
      'a name first',
      '<title>Sign in - Accounts</title><h1>Sign in</h1><input type=email aria-label=Email><button>Next</button>',
    ],
    ['a brand above it', `<title>x</title><h2>Sign in</h2>${PASSWORD}<button>Go</button>${links(3)}`],
    ['inside a frame', `<title>Log in</title><iframe srcdoc='${PASSWORD}<button>Log in</button>'></iframe>`],
    [
      'a server that answers 401',
      '<title>401 Authorization Required</title><h1>401 Authorization Required</h1><hr>nginx',
    ],
    ['a session that is over', '<title>x</title><h1>Your session has expired</h1><a href="/login">Sign in</a>'],
    ['a session that is over, in German', '<h1>Ihre Sitzung ist abgelaufen</h1><a href="/login">Anmelden</a>'],
  ])('%s', async (_, html) => {
    expect(await kindOn(html)).toBe('login');
  });

  it.each([
    ['the account page of Netflix', readFixture('sites/netflix/account.html').toString()],
    [
      'a forum with a sign-in form in its header',
      `<title>Latest topics - Forum</title><header>${PASSWORD}<button>Log in</button></header><h1>Latest topics</h1>${links(20)}`,
    ],
    [
      'a forum whose box says so in a heading',
      `<title>Forum</title><h1>Latest topics</h1>${links(5)}<aside><h3>Login</h3>${PASSWORD}<button>Log in</button></aside>`,
    ],
    [
      'a thread about signing in',
      `<title>Can't log in after the update - Forum</title><header>${PASSWORD}<button>Log in</button></header><h1>Can't log in after the update</h1>${links(20)}`,
    ],
    ['an old page with a form and many links', `<title>News</title>${PASSWORD}<button>Login</button>${links(30)}`],
    [
      'changing a password',
      `<title>Login and security</title><h1>Change password</h1>${PASSWORD}<label>New password <input type=password></label><button>Save</button>`,
    ],
    [
      'choosing a password',
      `<title>Sign up</title><h1>Create your account</h1><label>Choose a password <input type=password></label><a href="/login">Sign in</a>`,
    ],
    ['confirming who one is', `<title>Account</title><h1>Close account</h1>${PASSWORD}<button>Continue</button>`],
    [
      'a search',
      '<title>Search</title><h1>Search</h1><input type=search aria-label=Search><button>Search</button><a href="/login">Sign in</a>',
    ],
    [
      'a newsletter',
      '<title>News</title><h1>Newsletter</h1><input type=email aria-label=Email><button>Subscribe</button><a href="/login">Log in</a>',
    ],
    ['a shop with a link to sign in', `<title>Shop</title><h1>Shoes</h1><a href="/login">Sign in</a>${links(8)}`],
    [
      'settings of signing in',
      '<title>Sign-in & security</title><h1>Sign-in options</h1><input type=email aria-label=Email value="a@b.c"><button>Save</button>',
    ],
    [
      'an article about 401',
      `<title>401 Unauthorized - HTTP</title><h1>401 Unauthorized</h1><p>The status code means</p>${links(30)}`,
    ],
    [
      'a password that is hidden',
      '<title>Sign in</title><h1>Sign in</h1><input type=password style="display:none"><p>done</p>',
    ],
  ])('not: %s', async (_, html) => {
    expect(await kindOn(html)).toBeNull();
  });

  it.each([
    'sign in and read my messages',
    'Log in to the shop',
    'click "Sign in"',
    'fill "Email" with "a@b.c", fill "Password" with "x", click "Continue"',
    'bei Beispiel anmelden',
    'se connecter à mon compte',
    'inloggen',
  ])('is none for who wants to sign in: %s', async (goal) => {
    const page = signIn('Sign in', 'Sign in', 'Password', 'Sign in');
    expect(await kindOn(page, goal)).toBeNull();
    expect(await kindOn(page, 'cancel my membership')).toBe('login');
  });
});

describe('F33 a page that asks for a second factor', () => {
  const code = (title: string, heading: string, field = '<input autocomplete=one-time-code>'): string =>
    `<title>${title}</title><h1>${heading}</h1>${field}<button>Continue</button>`;
  const boxes = Array.from({ length: 6 }, () => '<input maxlength=1 size=1>').join('');
  it.each([
    ['English', code('Example', 'Two-step verification')],
    ['English, 2FA', code('2FA', 'Hello')],
    [
      'English, by the text',
      code('Example', 'Check your mail').replace('<button', '<p>We sent you a 6-digit code</p><button'),
    ],
    [
      'a plain field that says what it wants',
      code('Example', 'One more step', '<label>Verification code <input></label>'),
    ],
    ['six boxes', code('Example', 'Enter the code', `<form>${boxes}</form>`)],
    ['German', code('Beispiel', 'Zwei-Faktor-Authentifizierung')],
    ['German code', code('Beispiel', 'Bestätigungscode eingeben')],
    ['French', code('Exemple', 'Saisissez le code de vérification')],
    ['Spanish', code('Ejemplo', 'Verificación en dos pasos')],
    ['Italian', code('Esempio', 'Inserisci il codice')],
    ['Portuguese', code('Exemplo', 'Verificação em duas etapas')],
    ['Dutch', code('Voorbeeld', 'Tweestapsverificatie')],
    [
      'a yes on the phone',
      '<title>2-Step Verification</title><h1>2-Step Verification</h1><p>Tap yes</p><button>Try another way</button>',
    ],
  ])('%s', async (_, html) => {
    expect(await kindOn(html)).toBe('second_factor');
    expect(await kindOn(html, 'sign in')).toBe('second_factor');
  });

  it.each([
    ['a promo code', code('Cart', 'Enter your promo code', '<label>Promo code <input></label>')],
    ['a gift card', code('Redeem', 'Enter the code of your gift card', '<label>Gift card code <input></label>')],
    ['a postal code', code('Address', 'Your address', '<label>Postal code <input></label>')],
    [
      'a card',
      code(
        'Payment',
        'Payment',
        '<label>Card number <input autocomplete=cc-number></label><label>Security code <input autocomplete=cc-csc></label>',
      ),
    ],
    ['settings', '<title>Security</title><h1>Two-step verification</h1><p>It is on</p><button>Turn off</button>'],
    ['a word game', code('Game', 'Guess', `<form>${boxes}</form>`)],
  ])('not: %s', async (_, html) => {
    expect(await kindOn(html)).toBeNull();
  });
});

describe('F33 a page that asks whether a human is there', () => {
  /** Frames of those who ask, answered by the test: nothing goes out. */
  async function kindWith(url: string, size: string, html: string): Promise<Wall['kind'] | null> {
    const session = await sessions.on('');
    const { page } = session.eyes();
    await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>pictures</p>' }));
    await page.setContent(`${html}<iframe src="${url}" style="border:0;${size}"></iframe>`, { waitUntil: 'load' });
    const { raw } = await session.look({ scope: 'viewport', picture: false });
    expect(page.frames().map((frame) => frame.url())).toContain(url);
    await page.unrouteAll();
    return wallOn(raw)?.kind ?? null;
  }
  const RIDDLE = 'width:400px;height:580px';
  const BOX = 'width:304px;height:78px';
  const FORM = `<title>Contact</title><h1>Contact us</h1><input aria-label=Name><input aria-label=Email><textarea aria-label=Message></textarea><button>Send</button>`;
  const ALONE = '<title>One moment</title><p>Please go on</p>';

  it.each([
    ['https://www.google.com/recaptcha/api2/bframe?k=x', RIDDLE, FORM],
    ['https://newassets.hcaptcha.com/captcha/v1/x/static/hcaptcha.html#frame=challenge', RIDDLE, FORM],
    ['https://client-api.arkoselabs.com/v2/enforcement.html', RIDDLE, FORM],
    ['https://geo.captcha-delivery.com/captcha/?initialCid=x', RIDDLE, '<title>shop.example</title>'],
    ['https://www.google.com/recaptcha/api2/anchor?k=x&size=normal', BOX, ALONE],
    ['https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/b/turnstile/x', BOX, ALONE],
  ])('%s', async (url, size, html) => {
    expect(await kindWith(url, size, html)).toBe('captcha');
  });

  it.each([
    ['a box at the end of a form', 'https://www.google.com/recaptcha/api2/anchor?k=x&size=normal', BOX, FORM],
    ['the badge', 'https://www.google.com/recaptcha/api2/anchor?k=x&size=invisible', 'width:256px;height:60px', ALONE],
    [
      'a riddle that is not shown',
      'https://www.google.com/recaptcha/api2/bframe?k=x',
      `${RIDDLE};visibility:hidden`,
      FORM,
    ],
    [
      'a riddle off the screen',
      'https://www.google.com/recaptcha/api2/bframe?k=x',
      `${RIDDLE};position:absolute;top:-10000px`,
      FORM,
    ],
    ['another frame', 'https://maps.example/embed', RIDDLE, FORM],
  ])('not: %s', async (_, url, size, html) => {
    expect(await kindWith(url, size, html)).toBeNull();
  });

  it.each([
    '<title>Just a moment...</title><h1>shop.example</h1>',
    '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>',
    '<title>shop</title><h1>Verify you are human</h1><p>This may take a few seconds</p>',
    '<title>Robot Check</title><input aria-label="Type the characters"><button>Continue</button>',
    '<title>x</title><h2>Are you a robot?</h2>',
    '<title>x</title><h1>Press & Hold to confirm you are a human</h1>',
    '<title>x</title><h1>Bestätigen Sie, dass Sie ein Mensch sind</h1>',
    '<title>x</title><h1>Vérifiez que vous n’êtes pas un robot</h1>',
    '<title>x</title><h1>Confirma que no eres un robot</h1>',
    '<title>x</title><h1>Conferma che non sei un robot</h1>',
    '<title>x</title><h1>Confirme que você não é um robô</h1>',
    '<title>x</title><h1>Bevestig dat u geen robot bent</h1>',
  ])('%s', async (html) => {
    expect(await kindOn(html)).toBe('captcha');
    expect(await kindOn(html, 'log in')).toBe('captcha');
  });

  it.each([
    [
      'a note at the foot of a page',
      '<title>Shop</title><h1>Shoes</h1><p>This page is protected by reCAPTCHA to ensure you are not a robot.</p>',
    ],
    ['an article', `<title>Are you a robot? A history</title><h1>Are you a robot? A history</h1>${links(20)}`],
    ['a moment of another kind', '<title>Just a moment of peace</title><h1>Poems</h1>'],
    ['a form that mentions it', `${FORM}<h2>Security check</h2>`],
  ])('not: %s', async (_, html) => {
    expect(await kindOn(html)).toBeNull();
  });
});
