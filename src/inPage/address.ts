import type { RawNode } from '../page/raw.js';
import { attr, formActionOf, has, shortAttr, tagOf } from './safe.js';
import { cleaned } from './secrets.js';

const LONGEST = 300;

/** Where a click on an element leads: a link's address, or what its form is sent to. */
export function addressOf(element: Element): Pick<RawNode, 'href' | 'submits' | 'addressHash'> {
  const href = hrefOf(element);
  const submits = submitsOf(element);
  const whole = href ?? submits ?? '';
  return {
    ...(href ? { href: cleaned(href, LONGEST) } : {}),
    ...(submits ? { submits: cleaned(submits, LONGEST) } : {}),
    ...(cleaned(whole, LONGEST) === whole ? {} : { addressHash: hash(whole) }),
  };
}

/** A link inside a drawing keeps its address in an object. */
export function hrefOf(element: Element): string | undefined {
  if (!/^(?:a|area)$/.test(tagOf(element))) return undefined;
  const { href } = element as HTMLAnchorElement;
  return typeof href === 'string' ? href : shortAttr(element, 'href', 2_000);
}

/** The method and address a button sends its form with; undefined when it sends none. */
export function submitsOf(element: Element): string | undefined {
  const tag = tagOf(element);
  if (tag !== 'button' && tag !== 'input') return undefined;
  const button = element as HTMLInputElement;
  const { form, type } = button;
  if (!form || !(type === 'submit' || type === 'image')) return undefined;
  const method = attr(element, 'formmethod') ?? attr(form, 'method') ?? 'get';
  const action = has(element, 'formaction') ? button.formAction : formActionOf(form);
  return `${method.toUpperCase()} ${action}`;
}

export function hash(text: string): string {
  let value = 5381;
  for (let i = 0; i < text.length; i++) value = ((value * 33) ^ text.charCodeAt(i)) >>> 0;
  return value.toString(36);
}
