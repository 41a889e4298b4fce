import { DEVELOPMENT_ENDS } from './development.ts'

interface RunFacts {
  hasSizes: boolean
  hasEarlier: boolean
  heldOut: boolean
}

/** How to read the figures, as complete sentences. */
export function notesOf({ hasSizes, hasEarlier, heldOut }: RunFacts): string[] {
  return [
    ...(heldOut
      ? [
          `This run may read incidents after ${DEVELOPMENT_ENDS}. It is not development: a score must not be tuned on its result.`,
        ]
      : []),
    'A loss is gross. Severe: at least 10 % of TVL on the day. Fractional loss: loss over TVL, at most 1. A loss without an amount counts as an exploit, not as severe, and as a fraction of 0.',
    'Pooled figures count each incident once, in the latest cohort that has a row for its protocol. A row of an earlier cohort that keeps none of its incidents is left out. Figures of one cohort have every incident of its own window.',
    'Size-matched AUC: the chance that an exploited protocol scored above one of its cohort and TVL quintile that was not, ties half. Plain AUC: the same within the cohort, whatever the size.',
    'Within activities: the same among protocols of one cohort and activity, whatever their size; within halves: also among the smaller or larger half of them by TVL. A score that only repeats the activity has 0.5.',
    'R² on the activity: the share of the variance of the scores within a cohort that the activity explains. At 1 the score says nothing about a protocol beyond its activity.',
    'Ahead: the AUC of the score minus that of another ranking, with the interval of that difference over the same resamples. An interval above 0 means ahead beyond chance.',
    'The primary universe is what production would have published. The last one adds what it would not, by the mean of the dimensions that could be judged: a registry or a recording lacks the TVL history that would have let most of it be published.',
    'Alone: a dimension over the rows that have it. By cause and year of the incident: its events against all non-events, from 5 events on.',
    ...(hasEarlier
      ? [
          'The earlier methodology is judged on the rows that are published now, by its composites to six decimals; for a row that it did not publish, by the mean of its dimensions.',
        ]
      : []),
    'Intervals are 95 %, from a bootstrap that draws whole families. One protocol in several cohorts is one family, for windows overlap.',
    'An incident is booked on one version of a family, so the other members of an exploited family are neither event nor comparison. One booked on the family is the event of its largest member.',
    'Category rate and logistic fit are cross-fitted: with several cohorts on the others, with one on four fifths of it, and never on a row of the same family fold.',
    'The rate of a kind is that of the losses known on the day of the cohort, among the development cohorts before it. On the first day none were known, so every kind counts as the average.',
    'Only upstream’s own ids tie past incidents to protocols for the score. The names that we tied later serve as labels only. The table of bounty programmes was made later, too; it says who a programme is of, not what happened.',
    'Failed loans, depegs and slow bad debt are not in the list of incidents: what is said about credit and liquidity is not tested here.',
    ...(hasSizes
      ? [
          'A registry has no TVL of its day. Its sizes are later TVL and what was stolen in between; they choose the rows and their quintiles, and no score reads them. Who died without an incident is missing among the comparisons.',
        ]
      : []),
  ]
}
