import type { ProgramReader } from '../program-reader.ts'
import { obligationFinding } from './obligation.ts'
import {
  SAVE,
  SAVE_OBLIGATION,
  SAVE_RESERVE,
  saveObligation,
  saveReserve,
  WAD,
} from './save-layout.ts'
import { readEach, timeOf } from './wallet-reads.ts'

const PROTOCOL = 'solend'

/** As several programs that use Solend name it. Other pools go by their address. */
const MAIN_POOL = '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY'

/** Deposits and loans in every pool of Save, for one search of its obligations. */
export const save: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['supply', 'borrow'],
  proof: 'save.test.ts',
  async read(wallet) {
    const { owner, programAccounts } = wallet
    const accounts = await programAccounts(SAVE, [
      { dataSize: SAVE_OBLIGATION.size },
      { memcmp: { offset: SAVE_OBLIGATION.owner, bytes: owner } },
    ])
    const obligations = accounts
      .map((account) => saveObligation(account, owner))
      .filter(({ deposits, borrows }) => deposits.length + borrows.length > 0)
    if (obligations.length === 0) return []

    const used = obligations.flatMap(({ deposits, borrows }) => [...deposits, ...borrows])
    const [reserves, block] = await Promise.all([
      readEach(
        wallet,
        used.map(({ reserve }) => reserve),
        { offset: 0, length: SAVE_RESERVE.end },
        saveReserve,
      ),
      timeOf(wallet),
    ])
    return obligations.map((obligation) =>
      obligationFinding(obligation, {
        protocol: PROTOCOL,
        market: obligation.market === MAIN_POOL ? 'main' : obligation.market,
        one: WAD,
        reserves,
        block,
      }),
    )
  },
}
