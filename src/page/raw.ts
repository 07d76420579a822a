/**
 * What the code inside the page reports: plain data, frames already joined, boxes in coordinates of the main
 * viewport. Everything in this folder is a pure function of it.
 */
export interface RawPage {
  url: string;
  title: string;
  viewport: {
    width: number;
    height: number;
    scrollX: number;
    scrollY: number;
    scrollWidth: number;
    scrollHeight: number;
  };
  frames: RawFrame[];
  /** Elements that may be of interest, depth-first in the order of the accessibility tree; parents before children. */
  nodes: RawNode[];
  scrollables: RawScrollable[];
  /** Texts that appeared and may be gone again: toasts, alerts, validation messages. Newest last. */
  recentEvents: string[];
  /** Why this is not the whole page, in words for the model; empty when it is. */
  truncated: string[];
  /** Counts up with every look at this document. */
  registryVersion: number;
}

export interface RawFrame {
  /** 0 is the main frame. */
  index: number;
  url: string;
  /** The parent's index; -1 for the main frame. */
  parent: number;
  /** Position in `nodes` of the iframe element that holds it, -1 for the main frame. */
  owner: number;
  /** A frame that could not be looked at says why. */
  unreachable?: string;
}

export interface RawNode {
  /** Number of the frame, and of the element within the frame's table: together they find the element again. */
  frame: number;
  handle: number;
  /** Position in `nodes` of the nearest ancestor that is itself in `nodes`, -1 at the top. */
  parent: number;
  vaultyId: string;
  tag: string;
  role: string;
  /** Accessible name as Chromium computes it; up to 1,000 characters. */
  name: string;
  level?: number;
  /** Live value of a field; masked at the source when secret. */
  value?: string;
  /** True when `value` was masked. */
  secret?: boolean;
  inputType?: string;
  multiline?: boolean;
  multiple?: boolean;
  /** Options of a native select, at most 50, and how many there are. */
  options?: { value: string; text: string; selected: boolean }[];
  optionCount?: number;
  disabled?: boolean;
  readonly?: boolean;
  required?: boolean;
  invalid?: boolean;
  checked?: 'true' | 'false' | 'mixed';
  expanded?: boolean;
  selected?: boolean;
  pressed?: boolean;
  focused?: boolean;
  busy?: boolean;
  haspopup?: string;
  /** The visible box in the main viewport's coordinates. */
  box: { x: number; y: number; width: number; height: number };
  /** How much of the box is inside the main viewport and every frame and scroll container around it. */
  inView: 'full' | 'partial' | 'none';
  /** Native or by tabindex >= 0. */
  focusable: boolean;
  /** Why it counts as something to click although its role does not say so. */
  clickable?: 'listener' | 'pointer' | 'tabindex';
  /** Fewer than half of the sampled points of the part in view reach the element. */
  occluded?: boolean;
  /** What covers it: a short description, e.g. `dialog "Cookies"`. */
  coveredBy?: string;
  /** A point inside the element that does reach it, in the main viewport's coordinates. */
  freePoint?: { x: number; y: number };
  /** Own visible text, white space folded, up to 300 characters. */
  text: string;
  /** For elements without an accessible name: the best words near it, and where they were found. */
  hint?: {
    text: string;
    from: 'label' | 'placeholder' | 'header' | 'row' | 'near' | 'class' | 'id' | 'file' | 'title';
  };
  label?: string;
  placeholder?: string;
  ariaLabel?: string;
  title?: string;
  href?: string;
  attributes: { id?: string; name?: string; dataTestId?: string; dataUia?: string };
  context: 'MODAL' | 'NAV' | 'SIDEBAR' | 'FOOTER' | 'MAIN' | 'FORM' | 'PAGE';
  formId?: string;
  formAction?: string;
  sectionHeading?: string;
  modalTitle?: string;
  /** Text of the table row, list item or card around it, when it tells equal elements apart. */
  rowText?: string;
  domPath: string;
  shadowPath?: string[];
}

export interface RawScrollable {
  /** Position in `nodes`, or -1 when the container itself is not in there. */
  node: number;
  frame: number;
  handle: number;
  name: string;
  /** 0 to 1. */
  depth: number;
  moreBelow: boolean;
}
