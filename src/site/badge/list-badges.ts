import { isStale } from '../../domain/refresh.ts'
import { inactiveWord } from '../../domain/status.ts'
import {
  pageNameOf,
  readDetail,
  readManifest,
  readRefreshDays,
  readRetired,
  readSummaries,
} from '../catalogue-files.ts'
import { sampleNotice } from '../notice.ts'
import type { BadgeFacts, BadgeState } from './badge.ts'

/** A badge with its file name, without the ending: that of the protocol's page. */
export interface Badge {
  file: string
  facts: BadgeFacts
}

/** The badge of every protocol with a page, listed or retired. `now`: the time of the build, which decides what is stale. */
export async function listBadges(folder: string, now: number): Promise<Badge[]> {
  const [{ snapshot }, refreshDays, summaries, retired] = await Promise.all([
    readManifest(folder),
    readRefreshDays(folder),
    readSummaries(folder),
    readRetired(folder),
  ])
  const notice = sampleNotice(snapshot.origin)?.short ?? null
  const stateOf = async (row: (typeof summaries)[number]): Promise<BadgeState> => {
    const { compositeScore, riskLevel, scoredAt, status } = row
    const word = inactiveWord(status)
    if (word !== null) {
      const { statusDay } = await readDetail(folder, pageNameOf(row))
      return { kind: 'inactive', word, day: statusDay ?? snapshot.asOf }
    }
    if (compositeScore === null || riskLevel === null || scoredAt === null) {
      return { kind: 'insufficient', day: snapshot.asOf }
    }
    const day = scoredAt.slice(0, 10)
    const kind = isStale(day, refreshDays, now) ? 'stale' : 'scored'
    return { kind, score: compositeScore, level: riskLevel, day }
  }
  return [
    ...(await Promise.all(
      summaries.map(async (row) => ({
        file: pageNameOf(row),
        facts: { name: row.name, state: await stateOf(row), notice },
      })),
    )),
    ...retired.map(({ slug, name, day }) => ({
      file: pageNameOf({ id: slug, slug }),
      facts: { name, state: { kind: 'retired' as const, day }, notice },
    })),
  ]
}
