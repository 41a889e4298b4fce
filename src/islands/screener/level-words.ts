import type { LevelChoice } from '../../contract/query.ts'
import { LEVEL_WORD } from '../../site/levels.ts'

/** The word for each level of the filter. */
export const LEVEL_CHOICE_WORD: Record<LevelChoice, string> = {
  ...LEVEL_WORD,
  none: 'Insufficient Data',
}
