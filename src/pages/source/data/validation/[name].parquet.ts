import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRoute } from 'astro'
import { RUNS } from '../../../../backtest/validation-runs.ts'

/** The cohorts behind the figures of the validation page, for `npm run validate` and for readers of Parquet. */
export function getStaticPaths() {
  return RUNS.map(({ name }) => ({ params: { name } }))
}

export const GET: APIRoute = ({ params }) =>
  new Response(readFileSync(path.resolve('data/validation', `${params.name}.parquet`)))
