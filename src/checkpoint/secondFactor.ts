import type { RawNode, RawPage } from '../page/raw.js';
import { wordsOf } from '../page/words.js';
import type { Wall } from './gate.js';

/** Words without accents, since they are compared with what `wordsOf` makes of a text. */
const SECOND_FACTOR =
  /\b(?:(?:two|2) ?(?:step|factor)|2fa|mfa|multi factor|zwei (?:faktor|schritt)\w*|bestatigung in zwei|deux (?:facteurs|etapes)|dos (?:factores|pasos)|due (?:fattori|passaggi)|doi?s (?:fatores|passos)|duas etapas|twee (?:staps|factor)\w*|tweestaps\w*|authenticator|verify (?:it s|that it s) you|confirm (?:it s|that it s) you)\b/;
const CODE =
  /\b(?:(?:verification|security|authentication|login|one time|access|confirmation|sms|\d digit) (?:code|passcode|password)|otp|(?:enter|type) (?:the|your|a) (?:\d digit )?code|(?:sent|texted|emailed) (?:you )?(?:a|the) (?:\d digit )?code|(?:bestatigungs|sicherheits|verifizierungs|anmelde)code|code eingeben|geben sie den code|code de (?:verification|securite|confirmation)|saisissez le code|codigo de (?:verificacion|seguridad|confirmacion|verificacao|seguranca|confirmacao)|(?:introduce|ingresa|ingrese|insira|digite) (?:el|o) codigo|codice di (?:verifica|sicurezza|conferma)|inserisci il codice|verificatiecode|beveiligingscode|voer de code)\b/;
/** Codes that anybody may hand over. */
const OTHER_CODE =
  /\b(?:promo\w*|coupon|voucher|discount|gift|gutschein\w*|rabatt\w*|reduction|cadeau|descuento|regalo|cupon|sconto|desconto|cupom|korting\w*|zip|postal|post|country|area|referral|invit\w+|source|product|redeem|qr)\b/;
const CARD = /\b(?:card|credit|cvv|cvc|cvn|csc|karte\w*|kartennummer|carte|tarjeta|carta|cartao|kaart\w*|expir\w*)\b/;
const PASSWORD = /\b(?:pass(?:word|phrase|wort)|kennwort|mot de passe|contrasena|senha|wachtwoord)\b/;
const AGAIN =
  /\b(?:resend|send (?:it )?again|try another way|didn t (?:get|receive)|erneut senden|andere methode|renvoyer|reenviar|invia di nuovo|opnieuw (?:ver)?zenden)\b/;

const said = (text: string): string => wordsOf(text).join(' ');

/** A page that wants a code that only the human has, or their yes on another device. */
export function secondFactorOn(page: RawPage): Wall | null {
  const wall: Wall = { kind: 'second_factor', words: 'this page asks for your second factor' };
  const { title, nodes, texts } = page;
  const heads = [title, ...nodes.filter(({ role }) => role === 'heading').map(({ name }) => name)].map(said);
  const about = [...heads, ...texts.map(({ text }) => said(text))].filter((text) => !OTHER_CODE.test(text));
  const isAbout = about.some((text) => SECOND_FACTOR.test(text) || CODE.test(text));
  // Beside the number of a card, a code is the card's.
  const isPayment = nodes.some(({ role, name }) => role === 'textbox' && CARD.test(said(name)));
  const codes = isPayment ? [] : nodes.filter(isCodeField);
  if (codes.length > 0 && (isAbout || codes.some(({ name }) => CODE.test(said(name))))) return wall;
  const isWaiting = nodes.some(({ role, name }) => (role === 'button' || role === 'link') && AGAIN.test(said(name)));
  return isWaiting && heads.some((text) => SECOND_FACTOR.test(text)) ? wall : null;
}

/** The page marks it as secret, or it calls itself a code; cards, passwords and vouchers are something else. */
function isCodeField({ role, inputType, secret, name, placeholder = '', disabled }: RawNode): boolean {
  if ((role !== 'textbox' && role !== 'spinbutton') || inputType === 'password' || disabled) return false;
  const called = said(`${name} ${placeholder}`);
  if (OTHER_CODE.test(called) || CARD.test(called) || PASSWORD.test(called)) return false;
  return secret === true || /\bco(?:de|digo|dice)\b/.test(called) || CODE.test(called);
}
