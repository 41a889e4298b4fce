/** How to read the figures, as complete sentences. */
export function notesOf(hasSizes: boolean): string[] {
  return [
    'A loss is gross. Severe: at least 10 % of TVL on the day. Fractional loss: loss over TVL, at most 1. A loss without an amount counts as an exploit, not as severe, and as a fraction of 0.',
    'Size-matched AUC: the chance that an exploited protocol scored above one of its cohort and TVL quintile that was not, ties half. Plain AUC: the same within the cohort, whatever the size.',
    'The primary universe is what production would have published. The last one adds what it would not, by the mean of the dimensions that could be judged: a registry or a recording lacks the TVL history that would have let most of it be published.',
    'Alone: a dimension over the rows that have it. By cause and year of the incident: its events against all non-events, from 5 events on.',
    'Intervals are 95 %, from a bootstrap that draws whole families. One protocol in several cohorts is one family, for windows overlap.',
    'An incident is booked on one version of a family, so the other members of an exploited family are neither event nor comparison. One booked on the family is the event of its largest member.',
    'Category rate and logistic fit are cross-fitted: with several cohorts on the others, with one on four fifths of it, and never on a row of the same family fold.',
    'Only upstream’s own ids tie past incidents to protocols for the score. The names that we tied later serve as labels only. The table of bounty programmes was made later, too; it says who a programme is of, not what happened.',
    'Failed loans, depegs and slow bad debt are not in the list of incidents: what is said about credit and liquidity is not tested here.',
    ...(hasSizes
      ? [
          'A registry has no TVL of its day. Its sizes are later TVL and what was stolen in between; they choose the rows and their quintiles, and no score reads them. Who died without an incident is missing among the comparisons.',
        ]
      : []),
  ]
}
