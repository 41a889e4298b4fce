import type { WalletApprovals } from '../../contract/wallet-approvals.ts'
import { approvalSum } from '../../domain/approval-sum.ts'
import { count, counted } from '../../domain/format.ts'
import { dollars } from './figures.ts'
import { isolated, listed } from './words.ts'

/** What the approvals of a wallet come to, and where it is not known whether there are more. */
export function approvalSentences(approvals: WalletApprovals): string[] {
  const { rows, more, unlimited, looked } = approvals
  const all = rows.length + more
  const chainsOf = (...statuses: string[]) =>
    looked.filter(({ status }) => statuses.includes(status)).map(({ chain }) => isolated(chain))
  const [failed, partial] = [chainsOf('failed'), chainsOf('partial')]
  const searched = looked
    .filter(({ search }) => search === 'ok')
    .map(({ chain }) => isolated(chain))
  const tokens = looked.reduce((sum, each) => sum + each.tokens, 0)
  const unread = [
    ...(failed.length > 0 ? [`Could not be read, so there may be any: ${listed(failed)}.`] : []),
    ...(partial.length > 0 ? [`Read in part, so there may be more: ${listed(partial)}.`] : []),
  ]
  const none = unread.length > 0 ? 'In what was read, none was found' : 'None was found'
  return [
    ...(all > 0
      ? [
          `${counted(all, 'approval')}, ${unlimitedOf(all, unlimited)}. ${approvalSum(approvals, dollars)}`,
          ...unread,
        ]
      : [...unread, ...(tokens > 0 ? [`${none} among ${counted(tokens, 'token')}.`] : [])]),
    searched.length > 0
      ? `Events were searched for addresses that we do not know on ${listed(searched)}; elsewhere only known addresses are looked for.`
      : 'Only addresses that we know are looked for.',
  ]
}

function unlimitedOf(all: number, unlimited: number): string {
  if (unlimited === 0) return all === 1 ? 'limited' : 'none of them unlimited'
  if (unlimited === all) return all === 1 ? 'unlimited' : 'all unlimited'
  return `${count(unlimited)} of them unlimited`
}

/** The rows of the table, with the transaction that ends each. Names from outside are apart from our words. */
export function approvalLines({ rows }: WalletApprovals) {
  return rows.map((row) => ({
    who: row.spenderName ?? row.spender,
    chain: row.chain,
    value: row.valueAtRiskUsd === null ? '?' : dollars(row.valueAtRiskUsd),
    text: row.codeControl === null ? row.text : `${row.text} ${row.codeControl}`,
    revoke: `${row.revoke.call} at ${row.revoke.to}: ${row.revoke.data}`,
    isWarning: row.isUnlimited && row.loss !== null,
  }))
}
