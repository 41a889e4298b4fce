/**
 * Classes of what made a loss possible, by which incidents are filtered. A flash loan is a means and no class. `unclassified`: the words of
 * the source say too little.
 */
export const CAUSE_CLASSES = [
  'price-manipulation',
  'reentrancy',
  'access-control',
  'keys',
  'accounting',
  'logic',
  'governance',
  'bridge',
  'infrastructure',
  'social-engineering',
  'rug-pull',
  'unclassified',
] as const

export type CauseClass = (typeof CAUSE_CLASSES)[number]
