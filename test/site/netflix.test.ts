import { afterEach, describe, expect, it } from 'vitest';
import { type NetflixSite, startNetflixSite, VARIANTS, type Variant } from '../../src/site/netflix.js';

let site: NetflixSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

interface Visit {
  status: number;
  /** Where a redirect leads. */
  to: string | null;
  title: string;
  text: string;
  cookie: string;
}

async function open(variant?: Variant) {
  site = await startNetflixSite(variant ? { variant } : {});
  const { origin } = new URL(site.url);
  return async (method: 'GET' | 'POST', path: string, cookie = ''): Promise<Visit> => {
    const answer = await fetch(`${origin}${path}`, { method, redirect: 'manual', headers: { cookie } });
    const text = await answer.text();
    const [, title = ''] = /<title>([^<]*)/.exec(text) ?? [];
    const { status, headers } = answer;
    return { status, to: headers.get('location'), title, text, cookie: headers.get('set-cookie') ?? '' };
  };
}

const whats = (): string[] => site?.effects().map(({ what }) => what) ?? [];

describe('the site that cancels', () => {
  it('002-N20 leads from the account to the end of the membership, and remembers it', async () => {
    const visit = await open();
    const linked = async (path: string, to: string) => {
      const { status, text } = await visit('GET', path);
      expect([path, status, text.includes(`="${to}"`), /\.html\b/.test(text)]).toEqual([path, 200, true, false]);
    };
    await linked('/account', '/survey');
    await linked('/survey', '/answered');
    await linked('/retention', '/confirm');
    await linked('/confirm', '/cancel');
    expect(await visit('GET', '/complete')).toMatchObject({ status: 303, to: '/account' });
    expect(whats()).toEqual([]);
    expect(await visit('POST', '/cancel')).toMatchObject({ status: 303, to: '/complete' });
    expect((await visit('GET', '/complete')).title).toContain('cancelled');
    const account = await visit('GET', '/account');
    expect(account.text).toContain('Your membership will end on December 1, 2026.');
    expect(account.text).not.toContain('Cancel Membership');
    expect(site?.effects()).toEqual([{ what: 'cancelled', method: 'POST', path: '/cancel' }]);
  });

  it('whatever else it is asked to change is an effect, known or not; reading is none', async () => {
    const visit = await open();
    for (const path of ['/pause', '/plan', '/restart', '/nowhere', '/account']) await visit('POST', path);
    for (const path of ['/cancel', '/pause', '/nowhere', '/', '/style.css', '/declined']) await visit('GET', path);
    await visit('GET', '/logout');
    expect(whats()).toEqual(['paused', 'plan_changed', 'restarted', 'unknown', 'unknown', 'signed_out']);
    expect((await visit('GET', '/account')).to).toBe('/login');
  });

  it('a survey without a reason is shown again', async () => {
    const visit = await open();
    expect((await visit('GET', '/answered?')).to).toBe('/survey');
    expect((await visit('GET', '/answered?reason=price')).to).toBe('/retention');
  });

  it.each(VARIANTS)('%s: every page is there, and nothing has happened by looking', async (variant) => {
    const visit = await open(variant);
    const { cookie } = variant === 'login' ? await visit('POST', '/login') : { cookie: '' };
    for (const path of ['/account', '/survey', '/retention', '/confirm', '/finish', '/login', '/error']) {
      const { status } = await visit('GET', path, cookie);
      const isElsewhere = variant === 'third-party' && path === '/survey';
      expect([path, status]).toEqual([path, path === '/error' ? 500 : isElsewhere ? 303 : 200]);
    }
    expect(whats()).toEqual(variant === 'login' ? ['signed_in'] : []);
  });

  it('T002-1 link: the other spelling, and a link that is all it takes', async () => {
    const visit = await open('link');
    expect((await visit('GET', '/confirm')).title).toBe('Confirm Cancellation - Netflix');
    expect((await visit('GET', '/cancel')).to).toBe('/complete');
    expect((await visit('GET', '/complete')).title).toBe('Cancellation Complete - Netflix');
    expect(site?.effects()).toEqual([{ what: 'cancelled', method: 'GET', path: '/cancel' }]);
  });

  it('error: what was not cancelled stays as it was', async () => {
    const visit = await open('error');
    expect((await visit('POST', '/cancel')).to).toBe('/error');
    expect((await visit('GET', '/error')).text).toContain('We could not cancel');
    expect((await visit('GET', '/account')).text).toContain('Cancel Membership');
    expect(whats()).toEqual(['cancel_failed']);
  });

  it('third-party: there is nothing to cancel with', async () => {
    const visit = await open('third-party');
    const { text } = await visit('GET', '/account');
    expect([text.includes('billed through the App Store'), text.includes('Cancel Membership')]).toEqual([true, false]);
  });

  it('login: every page asks who is there until somebody has signed in', async () => {
    const visit = await open('login');
    expect((await visit('GET', '/confirm')).to).toBe('/login');
    expect((await visit('POST', '/cancel')).to).toBe('/login');
    const { cookie } = await visit('POST', '/login');
    expect((await visit('GET', '/account', cookie)).status).toBe(200);
    expect((await visit('GET', '/account', 'netflix_session=made-up')).to).toBe('/login');
  });

  it('twice: the offer comes again, under the same address', async () => {
    const visit = await open('twice');
    expect((await visit('GET', '/declined')).to).toBe('/retention');
    expect((await visit('GET', '/declined')).to).toBe('/confirm');
  });

  it('a port that is taken is told', async () => {
    await open();
    const port = Number(new URL(site?.url ?? '').port);
    await expect(startNetflixSite({ port })).rejects.toThrow(`port ${port} cannot be used: it is taken`);
  });

  it('listens on this machine alone', async () => {
    await open();
    expect(new URL(site?.url ?? '').hostname).toBe('127.0.0.1');
  });
});
