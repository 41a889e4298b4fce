import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { counted } from '../domain/format.ts'
import { day, share } from './figures.ts'

/** What the TVL consists of, in sentences. */
export function assetsText(assets: NonNullable<ProtocolDetail['assets']>): string {
  const { topToken, topShare, ownShare, tokens, leftOut } = assets
  const sentences = [
    `On ${day(assets.day)} ${share(topShare)} of its TVL was ${topToken}, the largest of ${counted(tokens, 'token')}.`,
  ]
  if (ownShare !== null)
    sentences.push(
      ownShare === 0
        ? 'None of it was counted under its own symbol.'
        : `${share(ownShare)} was counted under its own symbol.`,
    )
  if (leftOut.length > 0)
    sentences.push(`Left out, because the source states less than zero: ${leftOut.join(', ')}.`)
  return sentences.join(' ')
}
