import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageDriver } from '../../src/browser/driver.js';
import { openSession, type Session } from '../../src/browser/session.js';
import type { Question, Rules } from '../../src/checkpoint/gate.js';
import { rulesFor } from '../../src/checkpoint/rules.js';
import { AgentError } from '../../src/contracts/failure.js';
import { GENERIC } from '../../src/services/generic.js';
import { NETFLIX } from '../../src/services/netflix.js';
import { type NetflixSite, startNetflixSite, VARIANTS } from '../../src/site/netflix.js';
import { startTestBrowser } from '../support/eyes.js';
import { runHostile } from '../support/hostile.js';
import { type Ledger, type Needed, openLedger } from '../support/ledger.js';
import { type Dice, diceOf, pick, randomModel } from '../support/randomModel.js';
import { MOMENTS, PATHS, type RiskName, type RiskySite, riskOf, SWAPS, startRiskySite } from '../support/riskySite.js';

/** How many sequences; `AGENT_FUZZ=20000` for a long run, `AGENT_SEED` for another one. */
const SEQUENCES = Number(process.env['AGENT_FUZZ'] ?? 1_000);
const SEED = Number(process.env['AGENT_SEED'] ?? 7);
const SESSIONS = 6;
/** Small windows are quick to look at. */
const WINDOW = { width: 640, height: 480 };
/** Every so many looks has its picture; the gate does not go by it. */
const PICTURED = 40;

let browser: Browser;
let site: RiskySite;
const ledgers = new Map<string, Ledger>();
beforeAll(async () => {
  browser = await startTestBrowser();
  site = await startRiskySite((who, what) => ledgers.get(who)?.effect(`${who}: ${what}`, neededFor(what)));
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

function neededFor(what: RiskName): Needed {
  const { page, control, ...rest } = riskOf(what);
  return { path: new RegExp(`^${page}$`), control, ...rest };
}

function withFewPictures(session: Session): PageDriver {
  let looks = 0;
  return {
    ...session,
    look(options) {
      looks += 1;
      return session.look({ ...options, picture: options.picture && looks % PICTURED === 0 });
    },
  };
}

/** One that says no, one that says yes to one thing only, one that says yes as it comes. */
function moodOf(dice: Dice): (question: Question) => boolean {
  const chance = dice();
  const wanted = pick(dice, ['Buy now', 'Delete account', 'Send', 'Yes', 'Finish Cancellation', 'Cancel Membership']);
  if (chance < 0.25) return () => false;
  if (chance < 0.5) return (question) => question.kind === 'act' && question.act.node?.name === wanted;
  return () => dice() < 0.7;
}

interface Place {
  rules: Rules;
  start(session: Session, dice: Dice): Promise<void>;
}

function riskyPlace(who: string): Place {
  return {
    rules: rulesFor(GENERIC, { goal: 'buy a lamp' }),
    async start(session, dice) {
      const swap = `/swap?swap=${pick(dice, SWAPS)}&moment=${pick(dice, MOMENTS)}`;
      await session.goTo(site.enter(who, dice() < 0.2 ? swap : pick(dice, PATHS)), 5_000);
    },
  };
}

/** The last step has to be approved, wherever it stands. Pausing, another plan and starting again are changes, too. */
const CONTROLS: Record<string, RegExp> = {
  cancelled: /finish|confirm|cancel/i,
  cancel_failed: /finish|confirm|cancel/i,
};

function netflixPlace(netflix: NetflixSite): Place {
  const { hostname } = new URL(netflix.url);
  const rules = rulesFor({ ...NETFLIX, allowed_domains: [hostname] }, { isBuiltIn: true, goal: 'cancel netflix' });
  const pages = ['account', 'survey', 'retention', 'confirm', 'confirm', 'finish'];
  return { rules, start: (session, dice) => session.goTo(new URL(`/${pick(dice, pages)}`, netflix.url).href, 5_000) };
}

interface Tally {
  sequences: number;
  calls: number;
}

/** Sequences one after the other in one window, until all windows together have done enough. */
async function play(number: number, tally: Tally): Promise<Ledger> {
  const who = `w${number}`;
  const ledger = openLedger();
  ledgers.set(who, ledger);
  const variant = VARIANTS[number % VARIANTS.length] ?? 'plain';
  const netflix = await startNetflixSite({ variant });
  const places = [riskyPlace(who), riskyPlace(who), netflixPlace(netflix)];
  const session = await openSession(browser, WINDOW);
  const driver = withFewPictures(session);
  let known = 0;
  let last: Place | undefined;
  const settleNetflix = (): void => {
    for (const { what } of netflix.effects().slice(known)) {
      const control = CONTROLS[what];
      if (control) ledger.effect(`${who}: netflix ${variant} ${what}`, { path: /^\/(?:confirm|finish)$/, control });
    }
    known = netflix.effects().length;
  };
  while (tally.sequences < SEQUENCES) {
    tally.sequences += 1;
    const dice = diceOf(SEED * 1_000_003 + tally.sequences);
    const place = last === undefined || dice() < 0.08 ? pick(dice, places) : last;
    if (place !== last || dice() < 0.08) {
      // A page that asks whether to leave it would be stayed on; one that is leaving by itself asks nobody.
      await session
        .eyes()
        .page.evaluate('onbeforeunload = null')
        .catch(() => {});
      await place.start(session, dice);
    }
    last = place;
    ledger.startRun(moodOf(dice));
    const turns = pick(dice, [1, 1, 1, 1, 2]);
    tally.calls += turns;
    const end = await runHostile({
      driver,
      rules: place.rules,
      human: ledger.human,
      turns,
      model: (context) => randomModel(dice, context),
      note: ledger.note,
    });
    settleNetflix();
    // A page that only a human can pass is a page on which nothing happens.
    if (end instanceof AgentError) last = undefined;
  }
  await session.close();
  await netflix.close();
  return ledger;
}

describe('a model that calls tools at random', () => {
  it(
    '002-C5 T1 T2 M2 over a thousand sequences nothing irreversible happens without a yes to just that, and once for each yes',
    async () => {
      const tally: Tally = { sequences: 0, calls: 0 };
      const started = performance.now();
      const books = await Promise.all(Array.from({ length: SESSIONS }, (_, number) => play(number, tally)));
      const sum = (of: (ledger: Ledger) => number): number => books.reduce((total, ledger) => total + of(ledger), 0);
      const effects = sum((ledger) => ledger.effects());
      console.log(
        `${tally.sequences} sequences, at most ${tally.calls} calls, ${sum((one) => one.asked())} questions, ${sum((one) => one.approved())} yes, ${effects} effects, ${Math.round((performance.now() - started) / 1000)} s`,
      );
      expect(books.flatMap(({ violations }) => violations)).toEqual([]);
      expect(tally.sequences).toBeGreaterThanOrEqual(SEQUENCES);
      // What never happens shows nothing: with a yes things do happen.
      expect(effects).toBeGreaterThan(SEQUENCES / 100);
    },
    Math.max(120_000, SEQUENCES * 600),
  );
});
