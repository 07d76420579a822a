import type { RawFrame, RawPage } from '../page/raw.js';

/** Whether a frame shows another site's page inside this one. What cannot be told is another site. */
export function isForeignFrame(page: RawPage, frame: number): boolean {
  if (frame === 0) return false;
  const own = hostOf(page.url);
  const theirs = hostAround(page.frames, frame);
  if (own === null || theirs === null) return own !== theirs || page.url !== page.frames[frame]?.url;
  return !isSameSite(own, theirs);
}

/** A frame without an address of its own belongs to the page that wrote it. */
function hostAround(frames: readonly RawFrame[], index: number): string | null {
  const frame = frames.find((one) => one.index === index);
  if (!frame) return null;
  if (/^about:(?:blank|srcdoc)/.test(frame.url) && frame.parent >= 0) return hostAround(frames, frame.parent);
  return hostOf(frame.url);
}

function hostOf(url: string): string | null {
  try {
    const { host } = new URL(url.replace(/^blob:/, ''));
    return host === '' ? null : host.replace(/^www\./, '');
  } catch {
    // Not an address: nobody knows whose page it is.
    return null;
  }
}

/** One is the other's own, or below it. Neighbours below the same name may be strangers, as on hosting sites. */
function isSameSite(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
