import { labelText } from './names.js';
import { inputTypeOf } from './roles.js';
import { attr, closest, findAll, fold, has, styleOf, tagOf } from './safe.js';

const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-(?!name|type)[a-z-]+|one-time-code|current-password|new-password)(?:\s|$)/i;
const SECRET_WORDS =
  /(?:card|cc|credit)[\s_-]*(?:no|num|number|nr)(?![a-z])|kartennummer|num[eé]ro de (?:carte|tarjeta)|(?<![a-z])(?:cvv|cvc|cvn|csc|cvv2|cvc2|otp|totp|mfa|2fa|pin)(?![a-z])|security[\s_-]*code|(?:one[\s_-]?time|verification|auth(?:entication)?|sms)[\s_-]*(?:code|pass)|pass(?:word|code|wd|phrase)|passwort|contrase[nñ]a|mot[\s_-]de[\s_-]passe/i;

/** Fields that were secret once stay so, also after "show password" turned them into plain text. */
const wasSecret = new WeakSet<Element>();

/** Password, one-time-code and card fields, by type, autocomplete, or what they are called. */
export function isSecretField(element: Element): boolean {
  if (wasSecret.has(element)) return true;
  const secret = looksSecret(element);
  if (secret) wasSecret.add(element);
  return secret;
}

function looksSecret(element: Element): boolean {
  const tag = tagOf(element);
  if (tag !== 'input' && tag !== 'textarea' && !has(element, 'contenteditable')) return false;
  if (tag === 'input') {
    const type = inputTypeOf(element);
    if (type === 'password') return true;
    if (!/^(?:text|tel|number|search|email|url)$/.test(type)) return false;
  }
  if (SECRET_AUTOCOMPLETE.test(attr(element, 'autocomplete') ?? '')) return true;
  const words = ['name', 'id', 'placeholder', 'aria-label', 'data-testid']
    .map((name) => (attr(element, name) ?? '').slice(0, 200))
    .join(' ');
  if (SECRET_WORDS.test(words) || SECRET_WORDS.test(labelText(element))) return true;
  return isDigitBox(element) || !['', 'none'].includes(styleOf(element).getPropertyValue('-webkit-text-security'));
}

const CARD = /(?:^|[\s_-])(?:cc|card|credit|cvv|cvc|cvn|csc)|kartennummer|tarjeta|carte|security[\s_-]*code/i;
const CODE = /one[\s_-]?time|otp|mfa|2fa|verification|authenti|sms|(?<![a-z])pin(?![a-z])|(?<!pass)code/i;

/** What kind of secret a secret field asks for. */
export function secretKindOf(element: Element): 'password' | 'card' | 'code' {
  if (tagOf(element) === 'input' && inputTypeOf(element) === 'password' && !has(element, 'autocomplete')) {
    return CARD.test(wordsOf(element)) ? 'card' : 'password';
  }
  const words = wordsOf(element);
  if (CARD.test(words)) return 'card';
  return CODE.test(words) || attr(element, 'maxlength') === '1' ? 'code' : 'password';
}

function wordsOf(element: Element): string {
  const names = ['autocomplete', 'name', 'id', 'placeholder', 'aria-label', 'data-testid'];
  return `${names.map((name) => (attr(element, name) ?? '').slice(0, 200)).join(' ')} ${labelText(element)}`;
}

/** One of several one-character boxes side by side: how codes are asked for. */
function isDigitBox(element: Element): boolean {
  if (attr(element, 'maxlength') !== '1') return false;
  const group = closest(element, 'form, fieldset, [role=group], div:has(input[maxlength="1"] ~ input[maxlength="1"])');
  return group !== null && findAll(group, 'input[maxlength="1"]').length >= 4;
}

export function mask(value: string): string {
  return value === '' ? '' : `••••(${value.length})`;
}

const DIGIT_RUN = /\d(?:[ -]?\d){12,18}(?!\d)/g;

/** Card numbers anywhere in a text: 13 to 19 digits that pass the Luhn check. */
export function maskNumbers(text: string): string {
  if (text.length < 13) return text;
  return text.replace(DIGIT_RUN, (run) => {
    const digits = run.replace(/[ -]/g, '');
    return passesLuhn(digits) ? `••••(${digits.length})` : run;
  });
}

export function holdsCardNumber(text: string): boolean {
  return text.length >= 13 && maskNumbers(text) !== text;
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

/** Text of a page as it may be passed on: folded, cut, card numbers masked. */
export function cleaned(text: string | null | undefined, limit = 1000): string {
  return maskNumbers(fold(text, limit));
}
