import { parseScreenerQuery, type ScreenerRequest } from '../../src/contract/query.ts'

const TEMPLATES = [
  '',
  'page=2',
  'per_page=100',
  'page=30&per_page=100',
  'sort=tvl',
  'sort=tvl&order=asc&per_page=50',
  'sort=oracleRisk&order=asc',
  'sort=liquidityTrapRisk&page=3',
  'maxCompositeScore=3',
  'maxCompositeScore=3&sort=tvl',
  'maxOracleRisk=2&order=asc',
  'maxOracleRisk=5&maxSmartContractRisk=5&sort=tvl',
  'maxCreditRisk=4&maxCounterpartyRisk=4&maxLiquidityRisk=4&maxOracleRisk=4&maxSmartContractRisk=4&maxLiquidityTrapRisk=4',
  'maxCreditRisk=10&per_page=100',
  'chain=Chain%200',
  'chain=chain%203&sort=tvl',
  'chain=Chain%20350',
  'chain=Chain%201,Chain%202,Chain%205&maxCompositeScore=4&sort=tvl',
  'category=Category%200',
  'category=category%202,category%207&sort=creditRisk&order=asc',
  'category=Category%2080&chain=Chain%200',
  'category=Category%201&chain=Chain%200,Chain%204&maxCompositeScore=5&page=2',
  'chain=Nowhere',
  'page=100000',
]

/** Queries as people would ask them: pages, sorts, thresholds from selective to void, chains and categories, common and rare. */
export const QUERIES: readonly { text: string; query: ScreenerRequest }[] = TEMPLATES.map(
  (text) => {
    const parsed = parseScreenerQuery(new URLSearchParams(text))
    if (!parsed.ok) throw new Error(`The benchmark asks an invalid query: ${text}`)
    return { text, query: parsed.value }
  },
)
