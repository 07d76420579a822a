/** One thing that a person is told, before it is fitted to a screen. Words of a page in it are quoted already. */
export interface Fact {
  /** Of ours; left out for what follows on the fact before. */
  label: string;
  text: string;
  tone?: 'title' | 'warning' | 'aside';
}

/** All of a question as it is told, in an order that says first what counts most. */
export interface Told {
  title: string;
  facts: Fact[];
  /** The long list, for whoever asks for it. */
  details: Fact[];
}

/** What was told as one text, whatever the screen is like: the same for two people who were told the same. */
export function textOfTold({ title, facts }: Told): string {
  return [title, ...facts.map(({ label, text, tone }) => `${tone === 'warning' ? '! ' : ''}${label}: ${text}`)].join(
    '\n',
  );
}
