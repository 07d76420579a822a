export type VisionPolicy = 'auto' | 'always' | 'never';

/** What happened up to this turn; each of these is a reason for the model to see the page and not only to read it. */
export interface VisionFacts {
  isFirst: boolean;
  isExplicitSnapshot: boolean;
  isCheckpoint: boolean;
  targetWasObscured: boolean;
  hadNoEffect: boolean;
  negotiatedHybrid: boolean;
}

/** Whether the picture goes to the model this turn. Files and approval prompts have it in any case. */
export function visionFor(policy: VisionPolicy, facts: VisionFacts): boolean {
  switch (policy) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'auto':
      return (
        facts.isFirst ||
        facts.isExplicitSnapshot ||
        facts.isCheckpoint ||
        facts.targetWasObscured ||
        facts.hadNoEffect ||
        facts.negotiatedHybrid
      );
  }
}
