/** Why a comparison is not with the day that was asked for, or has nothing in it, as sentences for people and agents. */
export const COMPARED_REASONS = {
  'before-first': 'The day is before the first snapshot that is compared; that one is taken.',
  'none-after': 'No snapshot is newer than the day, so nothing can have moved since.',
  'only-one': 'There is no earlier snapshot to compare with, so nothing can have moved.',
} as const

export type ComparedReason = keyof typeof COMPARED_REASONS
