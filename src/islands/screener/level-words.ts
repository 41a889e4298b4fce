import { LEVEL_WORD } from '../../site/levels.ts'
import type { LevelChoice } from './state.ts'

/** The word for each level of the filter. */
export const LEVEL_CHOICE_WORD: Record<LevelChoice, string> = {
  ...LEVEL_WORD,
  none: 'Insufficient Data',
}
