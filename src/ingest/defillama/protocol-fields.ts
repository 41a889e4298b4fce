import type { TvlSection } from '../../domain/protocol.ts'
import { isGiven, type ReadField, type ReadFields, readField } from '../read-fields.ts'
import type { UpstreamProtocol } from './protocols-schema.ts'
import { readTvlKey } from './tvl-key.ts'

type Name = keyof UpstreamProtocol & string

const scored = (...names: Name[]) => readField<UpstreamProtocol>(true, ...names)
const shown = (...names: Name[]) => readField<UpstreamProtocol>(false, ...names)

/** The fields we read in a row of the registry. An entry lists all names that a field has had: newer ones replace older ones. */
export const PROTOCOL_FIELDS: ReadFields<UpstreamProtocol> = {
  id: scored('id'),
  slug: scored('slug'),
  name: scored('name'),
  category: scored('category'),
  address: scored('address'),
  symbol: shown('symbol'),
  // Bounty programmes are matched with protocols by site and organisation.
  url: scored('url'),
  organisations: scored('github'),
  logo: shown('logo'),
  description: shown('description'),
  twitter: shown('twitter'),
  audits: scored('audits'),
  auditLinks: scored('audit_links'),
  chains: scored('chains'),
  tvl: scored('tvl'),
  chainTvls: scored('chainTvls'),
  borrowed: section('borrowed'),
  staking: section('staking'),
  pool2: section('pool2'),
  // Upstream gives none a week after a day without TVL, which may be a day of many rows.
  change7d: { ...scored('change_7d'), volatile: true },
  oracles: scored('oraclesBreakdown', 'oracles'),
  oracleTypes: inOracles('type', true),
  oracleEnds: inOracles('endDate', true),
  oracleStarts: inOracles('startDate', false),
  oracleProofs: inOracles('proof', false),
  forkedFrom: scored('forkedFromIds', 'forkedFrom'),
  governance: scored('governanceID'),
  listedAt: scored('listedAt'),
  hallmarks: shown('hallmarks'),
  warnings: shown('warningBanners'),
  dead: scored('deadFrom', 'deadUrl', 'rugged', 'deprecated'),
  parent: scored('parentProtocol'),
  parentSlug: shown('parentProtocolSlug'),
  // Changes of adapters are matched with protocols by it.
  adapter: scored('module'),
}

function section(name: TvlSection): ReadField<UpstreamProtocol> {
  return {
    names: [`chainTvls.${name}`],
    scored: true,
    carried: ({ chainTvls }) =>
      Object.keys(chainTvls ?? {}).some((key) => readTvlKey(key)?.section === name),
  }
}

function inOracles(
  name: 'type' | 'startDate' | 'endDate' | 'proof',
  isScored: boolean,
): ReadField<UpstreamProtocol> {
  return {
    names: [`oraclesBreakdown.${name}`],
    scored: isScored,
    carried: ({ oraclesBreakdown }) =>
      (oraclesBreakdown ?? []).some((oracle) => isGiven(oracle[name])),
  }
}
