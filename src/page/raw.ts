/**
 * What the code inside the page reports: plain data, frames already joined, boxes in coordinates of the main
 * viewport. Everything in this folder is a pure function of it.
 */
export interface RawPage {
  url: string;
  title: string;
  viewport: RawViewport;
  frames: RawFrame[];
  /** Elements that may be of interest, depth-first in the order of the accessibility tree; parents before children. */
  nodes: RawNode[];
  /** What a person reads between the elements. */
  texts: RawText[];
  scrollables: RawScrollable[];
  /** Alerts, status lines and validation messages that are on the page now. */
  messages: RawMessage[];
  /** Texts that appeared and may be gone again: toasts, alerts, validation messages. Newest last. */
  recentEvents: string[];
  /** Elements of interest that were not described because they are out of view, by where they are. */
  outOfView: OutOfView;
  /** Where secrets are drawn: these boxes are blackened in every picture. */
  secretBoxes: Box[];
  /** Why this is not the whole page, in words for the model; empty when it is. */
  truncated: string[];
  /** Simplified HTML, only when it was asked for. */
  dom?: string;
  /** Counts up with every look at this document. */
  registryVersion: number;
  /** How often the document has changed since it was loaded; a later count means a stale registry. */
  changes: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface RawViewport {
  width: number;
  height: number;
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
}

export interface OutOfView {
  above: number;
  below: number;
  /** Left, right, or inside scroll containers. */
  elsewhere: number;
}

export interface RawFrame {
  /** 0 is the main frame. */
  index: number;
  url: string;
  /** The parent's index; -1 for the main frame. */
  parent: number;
  /** Position in `nodes` of the iframe element that holds it, -1 for the main frame. */
  owner: number;
  /** Which of the processes that draw the page this frame belongs to; 0 is the main one. */
  process: number;
  /** A frame that could not be looked at says why. */
  unreachable?: string;
}

export interface RawText {
  /** It stands before the node at this position; `nodes.length` for text after the last one. */
  before: number;
  /** Position in `nodes` of the nearest node around it, -1 at the top. */
  parent: number;
  frame: number;
  text: string;
}

export interface RawMessage {
  kind: 'error' | 'success' | 'info';
  text: string;
}

export interface RawNode {
  /** Number of the frame, and of the element within its process's table: together they find the element again. */
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
  /** A secret field, empty or not, or one whose value was masked. */
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
  box: Box;
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
  /** The vaultyId of that. */
  coveredById?: string;
  /** A point inside the element that does reach it, in the main viewport's coordinates. */
  freePoint?: { x: number; y: number };
  /** Own visible text, white space folded, up to 300 characters. */
  text: string;
  /** It holds text that no person can read; that text is not part of `name` or `text`. */
  hiddenText?: boolean;
  /** For elements without an accessible name: the best words near it, and where they were found. */
  hint?: { text: string; from: HintSource };
  placeholder?: string;
  href?: string;
  /** The method and address that a click sends its form with. */
  submits?: string;
  /** Of an address that is not told whole, so that a change in the rest of it is noticed. */
  addressHash?: string;
  /** Text of the table row, list item or card around it, or else the heading above it, when it has a twin. */
  rowText?: string;
  /** What the registry and a gate want to know; only looks at the whole page and at single elements fill it. */
  details?: RawDetails;
}

export interface RawDetails {
  label?: string;
  ariaLabel?: string;
  title?: string;
  attributes: { id?: string; name?: string; dataTestId?: string; dataUia?: string };
  context: 'MODAL' | 'NAV' | 'FORM' | 'MAIN' | 'PAGE';
  formId?: string;
  formAction?: string;
  /** The form it belongs to, for whoever decides whether it may be sent. */
  form?: RawForm;
  /** What a picture inside it is called. */
  alt?: string;
  /** Words around it that are not its own: of its dialog, row, card or banner. Only single elements are asked for it. */
  around?: string;
  /** What its attributes have a script do with it: a method, an address, a question. */
  scripted?: string;
  /** A change of it sends its form at once. */
  autoSubmits?: boolean;
  /** What the browser itself uses when a single element is clicked: a link or button around it or in it; null: itself. */
  passesTo?: RawNode | null;
  /** It only takes back what was entered into its form. */
  resets?: boolean;
  sectionHeading?: string;
  modalTitle?: string;
  domPath: string;
  shadowPath?: string[];
}

export interface RawForm {
  /** In capitals. `NONE` for fields that stand beside a button without a form around both. */
  method: string;
  action: string;
  /** What would be sent: names or labels, with values as far as they may be told, seen on the page or not. At most 20. */
  fields: { name: string; value: string; masked?: true; hidden?: true }[];
  /** How many more there are. */
  moreFields?: number;
  /** Kinds of secret fields among them. */
  secrets: ('password' | 'card' | 'code')[];
  /** Of everything that would be sent, so that a change is noticed. It tells nothing of the values themselves. */
  hash: string;
  /** How many fields in it a person can fill in or choose from. */
  fillable?: number;
  /** It looks for something. */
  search?: boolean;
  /** Neither method nor address is written on it: a script does what is done. */
  scripted?: boolean;
}

export type HintSource =
  | 'text'
  | 'label'
  | 'placeholder'
  | 'header'
  | 'row'
  | 'near'
  | 'class'
  | 'id'
  | 'file'
  | 'title';

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

/** What one process's script reports. Frames it does not draw are listed by the iframe that holds them. */
export interface RawPart extends RawPage {
  /** Drawn anew for every document. */
  documentId: string;
  /** Position in `nodes`, and what the other process needs to know to place itself. */
  remote: { node: number; x: number; y: number; scale: number; clip: Box }[];
  /** How deeply elements are nested. */
  depth: number;
  /** Handles of elements that may hold a closed shadow root. */
  suspects: number[];
}

/** What the script inside the page is asked for. */
export interface CaptureOptions {
  scope: 'viewport' | 'page';
  /** Up to how many elements the browser's own roles and names may be asked for; 0 where its tree is not alive. */
  trustUpTo: number;
  /** How much simplified HTML to bring along. */
  domLimit: number;
  /** Lower is more worth describing when there is too much; see `src/page/include.ts`. */
  roleRank: Readonly<Record<string, number>>;
  maxNodes: number;
  maxVisited: number;
  milliseconds: number;
  x: number;
  y: number;
  scale: number;
  clip?: Box;
}
