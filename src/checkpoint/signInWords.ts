import { placesOf, wordsOf } from '../page/words.js';

const phrases = (...said: string[]): string[][] => said.map((phrase) => wordsOf(phrase));

/** How pages and people say it: English, German, French, Spanish, Italian, Portuguese, Dutch. */
const SIGN_IN = phrases(
  ...['sign in', 'signin', 'log in', 'login', 'log on', 'logon', 'welcome back'],
  ...['anmelden', 'einloggen', 'anmeldung', 'willkommen zurück', 'melden sie sich an', 'melde dich an'],
  ...['se connecter', 'connexion', 'connectez vous', 'identifiez vous', 's identifier', 'bon retour'],
  ...['iniciar sesión', 'inicia sesión', 'inicie sesión', 'inicio de sesión', 'acceder', 'identifícate'],
  ...['accedi', 'accedere', 'accesso', 'effettua il login', 'bentornato'],
  ...['iniciar sessão', 'inicie sessão', 'entrar', 'fazer login', 'faça login', 'acesse sua conta'],
  ...['inloggen', 'aanmelden', 'log in bij', 'meld je aan', 'welkom terug'],
);

/** Whoever writes about signing in is not asking for it. */
const ABOUT_IT = new Set(
  wordsOf(`cannot can't cant t not never unable problem problems issue issues trouble help how why forgot history
    settings security methods options activity alerts after nicht kein problem probleme hilfe warum verlauf einstellungen sicherheit
    pas probleme aide pourquoi comment parametres securite historique puedo puede problema problemas ayuda como seguridad
    historial non aiuto perche sicurezza cronologia nao ajuda seguranca historico niet geen hulp waarom beveiliging`),
);
const MOST_WORDS = 9;

/** A title, a heading or a button that asks to sign in, in whole words. */
export function asksToSignIn(text: string): boolean {
  return segmentsOf(text).some((segment) => {
    const words = wordsOf(segment);
    if (words.length > MOST_WORDS || words.some((word) => ABOUT_IT.has(word))) return false;
    return SIGN_IN.some((phrase) => placesOf(phrase, words).length > 0);
  });
}

/** "Sign in - Netflix": what stands between dashes and bars stands for itself. */
function segmentsOf(title: string): string[] {
  return title.split(/\s+[-–—]\s+|\s*[|·•»:]\s*/);
}

const PASSWORD = /^(?:pass(?:word|code|phrase|wort)|kennwort|contrasena|senha|wachtwoord)$/;

/** The user's own goal is to sign in, or they said which password goes where. */
export function wantsToSignIn(goal: string): boolean {
  const words = wordsOf(goal);
  const enters = words.some((word) =>
    /^(?:fill|type|enter|eingeben|saisir|introducir|inserire|preencher|invullen)$/.test(word),
  );
  if (enters && words.some((word) => PASSWORD.test(word))) return true;
  return SIGN_IN.some((phrase) => placesOf(phrase, words).length > 0);
}
