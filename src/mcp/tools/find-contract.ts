import * as z from 'zod'
import { contractDocument } from '../../contract/contracts.ts'
import { pathPart } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const text = z.string().min(1)

export const findContract = defineTool({
  name: 'find_contract',
  title: 'Find a contract',
  description:
    'Whose contract an address is, and who can change it. Not found is not safe: say so. Costs 1 API request.',
  input: z.strictObject({
    chain: text,
    address: text,
  }),
  output: z.looseObject({ address: z.string() }),
  run: async ({ chain, address }, api) =>
    contractDocument.parse(await api.get(`/v1/contracts/${pathPart(chain)}/${pathPart(address)}`))
      .data,
})
