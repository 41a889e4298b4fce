import { COMPARED_DAYS } from './past.ts'

/** Why a comparison is not with the day that was asked for, or has nothing in it, as sentences for people and agents. */
export const COMPARED_REASONS = {
  'before-first': 'The day is before the first snapshot that is compared; that one is taken.',
  'none-after': 'No snapshot is newer than the day, so nothing can have moved since.',
  'none-before': `No earlier snapshot is of the last ${COMPARED_DAYS} days, which are those that are compared, so what changed is not known.`,
} as const

export type ComparedReason = keyof typeof COMPARED_REASONS
