import type { APIRoute } from 'astro'

/** The code and data behind the scores as this build used them, as plain text, for readers of the pages about them. */
const FILES = import.meta.glob<string>(
  [
    '../../score/**/*.ts',
    '../../backtest/*.ts',
    '../../scoreboard/*.ts',
    '../../statistics/*.ts',
    '../../domain/*.ts',
    '../../../data/methodology.json',
    '../../../data/methodology.versions.json',
    '../../../data/bases.json',
    '../../../data/validation/*.json',
    '!**/*.test.ts',
    '!**/fixtures/**',
  ],
  { eager: true, query: '?raw', import: 'default' },
)

export function getStaticPaths() {
  return Object.entries(FILES).map(([path, text]) => ({
    params: { file: addressOf(path) },
    props: { text },
  }))
}

export const GET: APIRoute = ({ props }) => new Response(String(props.text))

/** `../../score/score.ts` is `src/score/score.ts.txt`: hosts take `.ts` for a film. */
function addressOf(path: string): string {
  const file = path.replace('../../../', '').replace('../../', 'src/')
  return file.endsWith('.json') ? file : `${file}.txt`
}
