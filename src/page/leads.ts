/** What leads back to one element: selectors of CSS, each proven to find it and nothing else that can be seen. */
export interface Leads {
  /** By test ids and ids that a person gave. */
  strong: string[];
  /** By what else is written on it, or by where it stands below something that has a name. */
  weak: string[];
  /** Where it stands in the tree, for when there is nothing else. */
  path?: string;
  /** Its own words, where no other element has them. */
  text?: string;
  /** How many elements of its role and name there are, itself among them; null where nobody can count them. */
  alike: number | null;
  /** The words of its row or card, where it has a twin. */
  row?: string;
}
