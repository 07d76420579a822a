import type { Reason } from './candidates.js';
import type { Box, Place, Views } from './geometry.js';
import type { Sight } from './sight.js';

export interface Found {
  element: Element;
  place: Place;
  reason: Reason;
  parent: Found | null;
  box: Box;
  seen: Box;
  inView: 'full' | 'partial' | 'none';
  /** The label that is seen and clicked in its place. */
  proxy?: Element;
  text?: undefined;
}

export interface FoundText {
  text: string;
  block: Element;
  place: Place;
  parent: Found | null;
}

export interface Walk {
  items: (Found | FoundText)[];
  places: Place[];
  /** What was found so far, by element. */
  known: Map<Element, Found>;
  /** iframes that another process draws. */
  remote: Found[];
  /** How many frames of this process were not entered because there are too many. */
  framesLeftOut: number;
  visited: number;
  /** How deeply elements are nested. */
  depth: number;
  /** Why the walk is not complete; undefined when it is. */
  stopped?: string;
  /** Controls in far-away stretches of long lists, which are only counted. */
  passed: { above: number; below: number; elsewhere: number };
  suspects: Element[];
  /** Elements that look like messages to the user. */
  notices: Element[];
  views: Views;
  sight: Sight;
}

export interface Level {
  next: Node | null;
  list: Node[] | null;
  /** The list holds elements that were moved here. */
  adopts: boolean;
  /** How far `list` is done. */
  at: number;
  element: Element;
  place: Place;
  parent: Found | null;
  /** Position in `items` when this level was entered. */
  start: number;
  /** The element's box in the main viewport, once somebody asked. */
  box: Box | null;
  /** How many elements were met on this level, and how many of the last ones were far out of view. */
  met: number;
  far: number;
  /** Inside something one clicks as a whole. */
  atomic: boolean;
  /** Inside something whose text is its name. */
  named: boolean;
}
