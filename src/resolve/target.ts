import type { Intent, ResolutionTrace } from '../contracts/generated.js';
import type { Candidate } from '../page/registry.js';

/** What an action is aimed at. The first two are ours, the rest is what older plans and files use. */
export type Target =
  | { by: 'vaultyId'; id: string; intent?: Intent }
  | ({ by: 'intent' } & Intent)
  | { by: 'id' | 'label' | 'text' | 'css' | 'xpath'; value: string }
  | { by: 'role'; role: string; name?: string }
  | { by: 'index'; index: number };

/** What is going to be done; reading needs no enabled element. */
export type Purpose = 'click' | 'fill' | 'select' | 'check' | 'read';

export type FailureReason = NonNullable<ResolutionTrace['failureReason']>;

export type Resolution =
  | { ok: true; candidate: Candidate; trace: ResolutionTrace }
  | { ok: false; error: string; trace: ResolutionTrace };

/** White space folded, compatibility forms and case made equal: what a person would call the same words. */
export function plain(text: string | null | undefined): string {
  return (text ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
