import type { Language } from './language.js';

const GERMAN: Language = {
  code: 'de',
  strong: [
    'löschen|loeschen|lösche|löscht|kündigen|kuendigen|kündige|stornieren|storniere|abbestellen|abmelden ~ newsletter|widerrufen',
    'entfernen|entferne|deaktivieren|bestätigen|bestaetigen|bestätige|abbrechen|vernichten|endgültig|unwiderruflich|auflösen',
    'konto ~ schließen|konto ~ schliessen|mitgliedschaft ~ beenden|abo ~ beenden|abonnement ~ beenden|vertrag ~ beenden',
    'kostenpflichtig*|zahlungspflichtig*|jetzt kaufen|jetzt bestellen|jetzt buchen|jetzt bezahlen|jetzt zahlen|kauf abschließen',
    'bestellung ~ aufgeben|bestellung ~ abschließen|bestellung ~ abschicken|bestellung ~ absenden|buchung ~ abschließen',
    'geld ~ senden|überweisung ~ ausführen|überweisung ~ senden|antrag ~ absenden|antrag ~ einreichen|gebot ~ abgeben',
    'papierkorb ~ leeren|überall abmelden|von allen geräten abmelden|alle geräte ~ abmelden|alle sitzungen ~ beenden|überall ausloggen|auf allen geräten abmelden|passwort ~ zurücksetzen',
    'auf werkseinstellungen|vertrag ~ unterschreiben|vertrag ~ unterzeichnen|unterschreiben|unterzeichnen|agb ~ akzeptieren',
    'kündigung ~ abschicken|kündigung ~ absenden|kündigung ~ abschließen|gruppe ~ verlassen|austreten|probeabo ~ starten',
  ].join('|'),
  weak: [
    'bezahlen|zahlen|kaufen|bestellen|buchen|abonnieren|senden|abschicken|absenden|posten|veröffentlichen|überweisen',
    'spenden|reservieren|auszahlen|abheben|zustimmen|akzeptieren|annehmen|autorisieren|zulassen|erlauben|gestatten|genehmigen',
    'upgraden|downgraden|tarif ~ wechseln|tarif ~ ändern|passwort ~ ändern|e mail ~ ändern|email ~ ändern|bieten|ablehnen',
    'zurücksetzen|verwerfen|überschreiben|teilnehmen|unterstützen|einlösen|verlängern|verkaufen|sperren|blockieren|einreichen',
    'aufladen|einzahlen|mieten|abstimmen|antworten ~ senden|versenden|verschicken|beauftragen|freigeben|ich stimme zu|stimme zu',
  ].join('|'),
  sending: 'kommentieren|antworten|bewerben|registrieren|beitreten|anfragen|einladen|teilen|beantragen|übermitteln',
  harmless:
    'filter ~ entfernen|filter ~ löschen|filter ~ zurücksetzen|alle filter löschen|suche ~ löschen|suche ~ zurücksetzen|eingabe löschen|nicht *|buchen sie hier info',
  dismiss: 'abbrechen|abbruch|vorgang abbrechen|bearbeitung abbrechen',
  proceed:
    'ja|ok|weiter|fortfahren|fertig|absenden|ich verstehe|verstanden|sicher|los|speichern|einverstanden|abschließen',
  escape:
    'nein|behalten|nicht jetzt|zurück|schließen|später|doch nicht|bleiben|mehr erfahren|hilfe|anzeigen|ansehen|bearbeiten',
  consent:
    'akzeptieren|alle akzeptieren|zustimmen|ich stimme zu|stimme zu|ablehnen|alle ablehnen|zulassen|alle zulassen|annehmen|erlauben|auswahl bestätigen|bestätigen|einverstanden',
  cookies: 'datenschutz*|dsgvo|einwilligung*',
  inform: 'wie|was|warum|wann|hilfe|erfahren|informationen|infos|richtlinie*|bedingungen|anleitung|ratgeber|fragen',
};

const DUTCH: Language = {
  code: 'nl',
  strong: [
    'verwijderen|verwijder|wissen|wis|opzeggen|zeg ~ op|annuleren|annuleer|uitschrijven|afmelden|bevestigen|bevestig|intrekken',
    'account ~ sluiten|sluit ~ account|abonnement ~ beëindigen|lidmaatschap ~ beëindigen|beëindigen|opheffen|deactiveren|definitief',
    'bestelling ~ plaatsen|plaats ~ bestelling|bestelling ~ afronden|nu kopen|nu betalen|nu bestellen|bod ~ plaatsen|plaats ~ bod',
    'geld ~ overmaken|aanvraag ~ indienen|prullenbak ~ legen|overal uitloggen|overal afmelden|wachtwoord ~ resetten|ondertekenen',
    'akkoord ~ voorwaarden|voorwaarden ~ accepteren|contract ~ tekenen|bestellen met betaal*|groep ~ verlaten',
  ].join('|'),
  weak: 'afrekenen|reken af|betalen|betaal|kopen|koop|bestellen|bestel|boeken|boek|abonneren|abonneer|verzenden|verstuur|versturen|verzend|stuur|plaatsen|publiceren|publiceer|overmaken|doneren|doneer|reserveren|reserveer|opnemen|akkoord|accepteren|accepteer|toestaan|autoriseren|upgraden|downgraden|weigeren|wachtwoord ~ wijzigen|e mail ~ wijzigen|bieden|indienen|goedkeuren|verlengen|inwisselen|verkopen|blokkeren|huren|stemmen',
  sending: 'reageren|registreren|aanmelden|aanvragen|uitnodigen|delen|solliciteren',
  harmless: 'filter ~ verwijderen|filters ~ wissen|zoekopdracht wissen|niet *',
  dismiss: 'annuleren|annuleer|afbreken',
  proceed: 'ja|ok|oké|doorgaan|verder|volgende|klaar|verzenden|ik begrijp het|opslaan|voltooien',
  escape: 'nee|behouden|niet nu|terug|sluiten|later|blijven|meer info|help|bekijken',
  consent: 'accepteren|alles accepteren|accepteer|akkoord|weigeren|alles weigeren|toestaan|alles toestaan|bevestigen',
  cookies: 'privacy voorkeuren',
  inform: 'hoe|wat|waarom|wanneer|hulp|meer|beleid|voorwaarden',
};

const SWEDISH: Language = {
  code: 'sv',
  strong:
    'ta bort|radera|säg upp|avsluta ~ konto|stäng ~ konto|avsluta ~ prenumeration*|avsluta ~ medlemskap*|avsluta ~ abonnemang*|avprenumerera|avregistrera|avboka|bekräfta|makulera|avbryt|inaktivera|återkalla|köp nu|betala nu|beställ nu|slutför ~ köp*|slutför ~ beställning*|lägg ~ beställning*|lägg ~ bud|töm ~ papperskorg*|logga ut överallt|logga ut ~ alla enheter|signera|skriv under|återställ ~ lösenord|skicka ~ ansökan|godkänn ~ villkor*|lämna ~ grupp*',
  weak: 'betala|köp|köpa|beställ|boka|prenumerera|skicka|posta|publicera|överför|överföra|swisha|skänk|donera|reservera|ta ut|godkänn|acceptera|tillåt|auktorisera|uppgradera|nedgradera|avvisa|neka|byt ~ lösenord|ändra ~ lösenord|byt ~ plan|bjud|förnya|lös in|sälj|blockera|hyr|rösta|återställ|förkasta',
  sending: 'kommentera|svara|registrera|ansök|bjud in|dela|gå med',
  harmless: 'ta bort filter|rensa filter|återställ filter|inte *',
  dismiss: 'avbryt|ångra',
  proceed: 'ja|ok|okej|fortsätt|nästa|klar|skicka|jag förstår|spara|slutför|gå vidare',
  escape: 'nej|behåll|inte nu|tillbaka|stäng|senare|stanna|läs mer|hjälp|visa',
  consent: 'acceptera|acceptera alla|godkänn|godkänn alla|tillåt|tillåt alla|avvisa|avvisa alla|neka|bekräfta',
  cookies: 'kakor|integritet*',
  inform: 'hur|vad|varför|när|hjälp|läs|policy|villkor',
};

const DANISH_NORWEGIAN: Language = {
  code: 'da',
  strong:
    'slet|slett|fjern|opsig|si opp|afmeld|avmeld|annuller|kanseller|avbryt|afbryd|bekræft|bekreft|luk ~ konto|lukk ~ konto|steng ~ konto|avslutt ~ abonnement*|afslut ~ abonnement*|avslutt ~ medlemskap*|afslut ~ medlemskab*|avbestill|afbestil|deaktiver|tilbakekall|tilbagekald|køb nu|kjøp nu|kjøp nå|betal nu|betal nå|bestil nu|bestill nå|gennemfør ~ køb*|fullfør ~ kjøp*|gennemfør ~ bestilling*|fullfør ~ bestilling*|læg ~ ordre|legg inn ~ bud|afgiv ~ bud|tøm ~ papirkurv*|log ud ~ alle enheder|logg ut ~ alle enheter|logg ut overalt|underskriv|signer|nulstil ~ adgangskode|tilbakestill ~ passord|send ~ ansøgning*|send ~ søknad*|accepter ~ vilkår|godta ~ vilkår*|forlad ~ gruppe*',
  weak: 'betal|køb|kjøp|bestil|bestill|^book|reserver|abonner|send|offentliggør|publiser|udgiv|overfør|vipps|doner|støt|hæv|godkend|godkjenn|accepter|aksepter|godta|tillad|tillat|opgrader|oppgrader|nedgrader|afvis|avvis|skift ~ adgangskode|endre ~ passord|bytt ~ abonnement|byd|forny|indløs|sælg|selg|bloker|lej|^stem|nulstil|tilbakestill|kassér|forkast',
  sending: 'kommenter|svar|registrer|ansøg|søk|inviter|=del|meld',
  harmless: 'fjern filter|fjern filtre|nulstil filter|nulstil filtre|tilbakestill filter|ikke *',
  dismiss: 'annuller|avbryt|afbryd|fortryd|annullér',
  proceed: 'ja|ok|fortsæt|fortsett|næste|neste|færdig|ferdig|send|jeg forstår|gem|lagre|fuldfør|fullfør|gå videre',
  escape: 'nej|nei|behold|ikke nu|ikke nå|tilbage|tilbake|luk|lukk|senere|bliv|læs mere|les mer|hjælp|hjelp|vis',
  consent:
    'accepter|accepter alle|godta|godta alle|tillad alle|tillat alle|afvis|afvis alle|avvis|avvis alle|bekræft|aksepter',
  cookies: 'informasjonskapsler|personvern',
  inform: 'hvordan|hvad|hva|hvorfor|hvornår|når|hjælp|hjelp|læs|les|politik|vilkår',
};

export const GERMANIC: readonly Language[] = [GERMAN, DUTCH, SWEDISH, DANISH_NORWEGIAN];
