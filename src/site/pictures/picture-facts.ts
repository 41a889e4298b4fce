import words from '../../content/words.json' with { type: 'json' }
import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import type { BadgeFacts } from '../badge/badge.ts'
import { readDetail } from '../catalogue-files.ts'
import { day } from '../figures.ts'
import { largestReason } from '../largest-reason.ts'
import { ledgerOf } from '../ledger.ts'
import { shortText } from '../text-parts.ts'
import type { PictureFacts } from './protocol-picture.ts'
import { type PictureState, pictureState } from './state-picture.ts'

/** What the picture of a protocol says, from its badge and its document. */
export async function readPictureFacts(
  folder: string,
  { fileName, name, state, notice }: BadgeFacts & { fileName: string },
): Promise<PictureFacts> {
  const drawn = pictureState(state)
  const reason = reasonOf(drawn, await readDetail(folder, fileName))
  return { name, plainName: fileName, state: drawn, reason, day: state.day, notice }
}

/** Why a protocol has its score, or none: as the head of its page says it. */
export function reasonOf({ kind }: PictureState, detail: ProtocolDetail): PictureFacts['reason'] {
  switch (kind) {
    case 'retired':
      return {
        title: 'Its page keeps the last record',
        text: detail.retired ? words.retired[detail.retired.reason] : '',
      }
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
