import * as z from 'zod'
import type { Upstreams } from '../config/ingest.ts'
import { addDays, type Day, dayOf, daysBetween, UNDATED } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { SourceContext } from './source.ts'

/** A path in a branch of a repository. An empty path is the whole branch. */
interface GithubPath {
  /** `owner/name`. */
  repo: string
  /** Branch. */
  ref: string
  path: string
  /** Folder of a recording; the response is kept as `<recordAs>/commits.json`. */
  recordAs: string
}

const answerSchema = z.array(
  z.looseObject({
    commit: z.looseObject({ committer: z.looseObject({ date: z.iso.datetime({ offset: true }) }) }),
  }),
)

/**
 * The day of a copy: that of the newest commit that changed it, else that of its contents, else `UNDATED`.
 * Throws `UPSTREAM_…` when GitHub cannot be read and the contents have no date, so that the last good readings stay in use.
 */
export async function copyDay(
  upstreams: Upstreams,
  path: GithubPath,
  context: SourceContext,
  ofContents: Day | null,
): Promise<Day> {
  try {
    return (await commitDay(upstreams, path, context)) ?? ofContents ?? UNDATED
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    if (ofContents !== null) return ofContents
    if (error.code === 'NOT_RECORDED') return UNDATED
    throw error
  }
}

/** The UTC day of the newest commit of a path; null when the response has none, or one after the day of the run. */
async function commitDay(
  { githubApi }: Upstreams,
  { repo, ref, path, recordAs }: GithubPath,
  context: SourceContext,
): Promise<Day | null> {
  const query = new URLSearchParams({ sha: ref, ...(path && { path }), per_page: '1' })
  const body = await context.readJson({
    label: `newest commit of ${repo}`,
    url: `${githubApi}/repos/${repo}/commits?${query}`,
    recordAs: `${recordAs}/commits.json`,
    maxBytes: 1_000_000,
  })
  const newest = answerSchema.safeParse(body).data?.[0]
  return newest ? plausibleDay(dayOf(Date.parse(newest.commit.committer.date)), context.asOf) : null
}

/** A run that crosses midnight may see a commit of the next day. */
function plausibleDay(day: Day, asOf: Day): Day | null {
  if (day > addDays(asOf, 1)) return null
  return day > asOf ? asOf : day
}

/** Notes on the age of a copy; empty when it is of the day of the run. */
export function dayNotes(day: Day, asOf: Day, maxAgeDays: number): string[] {
  if (day === asOf) return []
  if (day === UNDATED) return ['It has no date, so all its data counts as stale.']
  const age = daysBetween(day, asOf)
  const limit = age > maxAgeDays ? `, past its limit of ${maxAgeDays}: it counts as stale` : ''
  return [`It is of ${day}, ${age === 1 ? 'a day' : `${age} days`} old${limit}.`]
}
