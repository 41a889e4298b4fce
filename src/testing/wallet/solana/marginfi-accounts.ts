import { anchor } from './kamino-accounts.ts'
import { shapeOf, type Values } from './packed.ts'

// The structs of mrgnlabs/marginfi-v2, type-crate, field by field; a number is the bytes of what no reader uses.
const ACCOUNT = shapeOf('marginfi', 'ACCOUNT')
const BANK = shapeOf('marginfi', 'BANK')
const SPOT_MARKET = shapeOf('marginfi', 'SPOT_MARKET')

export const marginfiAccountData = (values: Values) => anchor('MarginfiAccount', ACCOUNT, values)
export const marginfiBankData = (values: Values) => anchor('Bank', BANK, values)
/** As far as marginfi-v2's programs/drift-mocks describes it. */
export const spotMarketData = (values: Values) => anchor('SpotMarket', SPOT_MARKET, values)
