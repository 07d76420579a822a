import { hostOf } from '../contracts/hosts.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { wordsOf } from '../page/words.js';
import { captchaOn } from './captcha.js';
import type { Wall } from './gate.js';
import { secondFactorOn } from './secondFactor.js';
import { asksToSignIn, wantsToSignIn } from './signInWords.js';

/**
 * A page that only the human can pass. To take an ordinary page for one ends a run for nothing, and to miss one costs a
 * few turns, since secrets are asked about anyway: so it has to look like one in more than one way.
 */
export function wallOn(page: RawPage, goal = ''): Wall | null {
  const captcha = captchaOn(page);
  if (captcha) return captcha;
  const code = secondFactorOn(page);
  if (code) return code;
  return wantsToSignIn(goal) ? null : loginOn(page);
}

/** A page with fewer controls than this has nothing else to it. */
const FEW_CONTROLS = 15;
const NEW_PASSWORD =
  /\b(?:new|create|choose|confirm|repeat|again|set|neues?|bestatigen|wiederholen|wahlen|nouveau|confirmer|creer|nueva|confirmar|crear|nuova|conferma|crea|nova|criar|nieuw|bevestig|kies)\b/;

function loginOn(page: RawPage): Wall | null {
  const login: Wall = { kind: 'login', words: 'this page asks you to sign in' };
  const { title, nodes } = page;
  const headings = nodes.filter(({ role }) => role === 'heading');
  const said = asksToSignIn(title) || headings.some((heading) => isForemost(heading, headings, page));
  const fields = nodes.filter((node) => isField(node) && !node.disabled && !node.readonly);
  const passwords = fields.filter(({ inputType }) => inputType === 'password');
  const [password] = passwords;
  if (password) {
    // Two of them, or a new one: somebody chooses a password.
    if (passwords.length > 1 || NEW_PASSWORD.test(wordsOf(password.name).join(' '))) return null;
    return said || (headings.every((one) => isBrand(one, page)) && isBare(page) && hasSignInButton(nodes))
      ? login
      : null;
  }
  if (isRefusal(page, headings)) return { kind: 'login', words: 'this page is for those who are signed in' };
  // Many sites ask for the name first and for the password on the next page.
  const [first, second] = fields;
  const asksForName = first !== undefined && second === undefined && isIdentity(first) && first.value === '';
  return said && asksForName && isBare(page) ? login : null;
}

function isField({ role }: RawNode): boolean {
  return role === 'textbox' || role === 'searchbox' || role === 'combobox' || role === 'spinbutton';
}

const IDENTITY =
  /\b(?:e ?mail|user ?name|user ?id|phone|mobile|benutzername|telefon|identifiant|usuario|correo|utente|utilizador|gebruikersnaam|apple id|account)\b/;

function isIdentity({ name, placeholder = '', inputType }: RawNode): boolean {
  return inputType === 'email' || inputType === 'tel' || IDENTITY.test(wordsOf(`${name} ${placeholder}`).join(' '));
}

function hasSignInButton(nodes: readonly RawNode[]): boolean {
  return nodes.some(({ role, name }) => role === 'button' && asksToSignIn(name));
}

/** It asks to sign in, and no heading above it says that the page is about something else. */
function isForemost(heading: RawNode, headings: readonly RawNode[], page: RawPage): boolean {
  if (!asksToSignIn(heading.name)) return false;
  const level = heading.level ?? 2;
  const others = headings.filter((one) => one !== heading && one.frame === heading.frame && !isBrand(one, page));
  return others.every((one) => (one.level ?? 2) > level || asksToSignIn(one.name));
}

/** The name of the site says nothing about the page. */
function isBrand({ name }: RawNode, { url }: RawPage): boolean {
  const words = wordsOf(name);
  return words.length <= 3 && (hostOf(url) ?? '').includes(words.join(''));
}

export function isBare({ nodes, outOfView: { above, below, elsewhere } }: RawPage): boolean {
  const controls = nodes.filter(({ role, clickable }) => CONTROLS.has(role) || clickable !== undefined);
  return controls.length + above + below + elsewhere < FEW_CONTROLS;
}

const CONTROLS: ReadonlySet<string> = new Set([
  'link',
  'button',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'tab',
  'menuitem',
]);

const REFUSED =
  /^(?:(?:http )?(?:error )?401\b|unauthori[sz]ed$|authori[sz]ation required|authentication required|nicht autorisiert|non autorise|no autorizado|non autorizzato|nao autorizado|niet geautoriseerd)/;
const EXPIRED =
  /\b(?:session (?:has )?(?:expired|timed out)|(?:signed|logged) (?:you )?out|sitzung (?:ist )?abgelaufen|abgemeldet|session (?:a )?expire|sesion (?:ha )?(?:expirado|caducado)|sessione (?:e )?scaduta|sessao (?:expirada|expirou)|sessie (?:is )?verlopen)\b/;

/** What servers answer to strangers, and to those who have been away for too long. Whoever writes about it has more to say. */
function isRefusal(page: RawPage, headings: readonly RawNode[]): boolean {
  if (!isBare(page)) return false;
  const said = [page.title, ...headings.map(({ name }) => name)].map((text) => wordsOf(text).join(' '));
  if (said.some((text) => REFUSED.test(text))) return true;
  const wayIn = page.nodes.some(({ role, name }) => (role === 'link' || role === 'button') && asksToSignIn(name));
  return wayIn && said.some((text) => EXPIRED.test(text));
}
