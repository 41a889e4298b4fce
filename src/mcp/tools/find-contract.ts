import * as z from 'zod'
import { contractDocument } from '../../contract/contracts.ts'
import { ApiRefusal, pathPart } from '../ask-api.ts'
import { nameHints } from '../suggest.ts'
import { defineTool } from '../tool.ts'

const text = z.string().min(1)

export const findContract = defineTool({
  name: 'find_contract',
  title: 'Find a contract',
  description:
    'Whose contract an address is, and who can change it. Not found is not safe: say so.',
  input: z.strictObject({ chain: text, address: text }),
  run: async ({ chain, address }, api) => {
    const path = `/v1/contracts/${pathPart(chain)}/${pathPart(address)}`
    try {
      return contractDocument.parse(await api.get(path)).data
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      const hints = await nameHints({ chain: [chain] }, 0, api)
      if (hints.length === 0) throw error
      const message = [error.refusal.message, ...hints].join(' ')
      throw new ApiRefusal({ ...error.refusal, message })
    }
  },
})
