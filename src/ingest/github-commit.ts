import * as z from 'zod'
import { addDays, type Day, dayOf, daysBetween, UNDATED } from '../domain/day.ts'
import { PlimsollError } from '../errors.ts'
import type { Upstreams } from './settings.ts'
import type { SourceContext } from './source.ts'

/** What a repository keeps, and where: a path at a branch. An empty path is the whole branch. */
interface GithubPath {
  /** `owner/name`. */
  repo: string
  /** Branch. */
  ref: string
  path: string
  /** Folder of a recording; the answer is kept as `<recordAs>/commits.json`. */
  recordAs: string
}

const answerSchema = z.array(
  z.looseObject({
    commit: z.looseObject({ committer: z.looseObject({ date: z.iso.datetime({ offset: true }) }) }),
  }),
)

/**
 * Of which day a copy is, whenever it is read: that of the newest commit that touched it, else that of its contents, else
 * none (`UNDATED`). Throws `UPSTREAM_…` when GitHub cannot be read and the contents have no date either, so that the last
 * readings, with their day, stay.
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

/** The UTC day of the newest commit of a path; null when the answer does not tell, or tells a day after that of the run. */
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
  return newest ? believable(dayOf(Date.parse(newest.commit.committer.date)), context.asOf) : null
}

/** A run that crosses midnight may meet a commit of the day after its own. */
function believable(day: Day, asOf: Day): Day | null {
  if (day > addDays(asOf, 1)) return null
  return day > asOf ? asOf : day
}

/** What a reader of the report should know of the day of a copy, as sentences; none when it is of the day of the run. */
export function dayNotes(day: Day, asOf: Day, maxAgeDays: number): string[] {
  if (day === asOf) return []
  if (day === UNDATED) return ['Nothing tells of which day it is, so all that it holds is stale.']
  const age = daysBetween(day, asOf)
  const limit = age > maxAgeDays ? `, past its limit of ${maxAgeDays}: it counts as stale` : ''
  return [`It is of ${day}, ${age === 1 ? 'a day' : `${age} days`} old${limit}.`]
}
