import * as z from 'zod'
import { address } from '../../../../wallet/model/entry-base.ts'
import type { Play } from '../record-run.ts'
import { play as playRate } from './rate-veda.ts'

const held = z.looseObject({
  token: z.looseObject({ address }),
  rate: z.looseObject({ contract: address }),
})

/** The same vault, as a row of a list that names its accountant and nothing else. */
export const play: Play = async (stage) => {
  const { owner, entry, close } = await playRate(stage)
  const { token: vault, rate: accountant } = held.parse(entry)
  const base = await stage.rig.read(
    accountant.contract,
    'function base() view returns (address)',
    [],
  )
  const token = address.parse(base.toLowerCase())
  return {
    owner,
    entry: {
      id: 'veda-vaults',
      protocol: 'veda',
      product: 'vault',
      driver: 'vault-list',
      worth: 'rate',
      vaults: vault.address,
      rates: accountant.contract,
    },
    close: async () => (await close()).map((leg) => ({ ...leg, role: 'supply', token })),
  }
}
