/** One published run of the back-test: the file that it is kept in, and the words that make it. */
export interface ValidationRun {
  /** Name below `data/validation/`. */
  name: 'development' | '2024-03-11'
  /** What the run is given, after `npm run --silent backtest --`. The recordings stand beside the checkout. */
  words: readonly string[]
}

const UPSTREAM = '../shared/upstream'
const INCIDENTS = ['--incidents', `${UPSTREAM}/incidents/hacks_to_2024-06-30.json`, '--json']

const REGISTRIES = ['2022-01-01', '2022-07-01', '2023-01-01', '2023-07-01']

export const RUNS: readonly ValidationRun[] = [
  {
    name: 'development',
    words: [
      ...REGISTRIES.flatMap((day) => ['--cohort', `${UPSTREAM}/registry_history/${day}.json`]),
      ...['--cohort', `${UPSTREAM}/2023-09-12`, '--sizes', `${UPSTREAM}/2023-09-12`],
      ...INCIDENTS,
    ],
  },
  { name: '2024-03-11', words: ['--cohort', `${UPSTREAM}/2024-03-11`, ...INCIDENTS] },
]

/** The line that makes a file anew; the formatter then writes it as the repository keeps it. */
export function refreshCommand({ name, words }: ValidationRun): string {
  return `npm run --silent backtest -- ${words.join(' ')} | node -p 'JSON.stringify(JSON.parse(fs.readFileSync(0)))' > data/validation/${name}.json`
}
