import words from '../../content/words.json' with { type: 'json' }
import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import { listBadges } from '../badge/list-badges.ts'
import { readDetail } from '../catalogue-files.ts'
import { day } from '../figures.ts'
import { largestReason } from '../largest-reason.ts'
import { ledgerOf } from '../ledger.ts'
import { shortText } from '../text-parts.ts'
import type { PictureFacts } from './protocol-picture.ts'
import { type PictureState, pictureState } from './state-picture.ts'

/** A picture with its file name, without the ending: that of the protocol's page. */
export interface ProtocolPicture {
  file: string
  /** Reads the document of the protocol. */
  facts: () => Promise<PictureFacts>
}

/** The picture of every protocol with a page, listed or retired. `now`: the time of the build, which decides what is stale. */
export async function listPictures(folder: string, now: number): Promise<ProtocolPicture[]> {
  const badges = await listBadges(folder, now)
  return badges.map(({ file, facts: { name, state, notice } }) => ({
    file,
    facts: async () => {
      const detail = await readDetail(folder, file)
      const drawn = pictureState(state)
      const reason = reasonOf(drawn, detail)
      return { name, plainName: file, state: drawn, reason, day: state.day, notice }
    },
  }))
}

/** Why a protocol has its score, or none: as the head of its page says it. */
export function reasonOf({ kind }: PictureState, detail: ProtocolDetail): PictureFacts['reason'] {
  switch (kind) {
    case 'retired':
      return { title: 'Its page keeps the last record', text: retirement(detail) }
    case 'inactive':
      return {
        title: detail.statusDay ? `Since ${day(detail.statusDay)}` : 'Why',
        text: shortText(detail.statusReason ?? ''),
      }
    case 'insufficient': {
      const reasons = detail.scoreMetadata?.eligibility.reasons ?? []
      return { title: 'Why there is no score', text: shortText(reasons.join(' ')) }
    }
    default:
      return mainReason(detail)
  }
}

function mainReason(detail: ProtocolDetail): PictureFacts['reason'] {
  const ledger = ledgerOf(detail)
  if (ledger === null) return null
  const reason = largestReason(ledger, detail.category)
  if (reason === null) {
    return { title: 'Nothing that was read of it adds more than is usual for its kind.', text: '' }
  }
  const { name, dimension, text } = reason
  return {
    title: `Furthest above usual: ${name} (${dimension.toLowerCase()})`,
    text: shortText(text),
  }
}

function retirement({ retired }: ProtocolDetail): string {
  return retired === null ? '' : words.retired[retired.reason]
}
