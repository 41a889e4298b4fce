import { describe, expect, test } from 'vitest'
import auditors from '../../../data/auditors.json' with { type: 'json' }
import { auditorOf } from '../defillama/auditor.ts'
import { firstDayOf } from './audits-schema.ts'
/** Auditors, and people who audit, without a site or repository in `data/auditors.json`. */
import otherAuditors from './fixtures/other-auditors.json' with { type: 'json' }
import { loadSeed } from './read.ts'

const seed = loadSeed(new URL('../../../data/seed', import.meta.url))
const { audits, replaces, asOf } = seed.audits
const rowOf = new Map(seed.protocols.protocols.map((row) => [row.id, row]))

describe('the reports that were read by hand', () => {
  test('cover 45 of the 50 protocols with the largest TVL', () => {
    const tvl = ({ tvl = {} }: (typeof seed.protocols.protocols)[number]) =>
      Object.values(tvl).reduce((sum, chain) => sum + (chain.tvl ?? 0), 0)
    const largest = seed.protocols.protocols.toSorted((a, b) => tvl(b) - tvl(a)).slice(0, 50)
    const covered = new Set(audits.map(({ protocolId }) => protocolId))
    expect(largest.filter(({ id }) => covered.has(id)).length).toBeGreaterThanOrEqual(45)
  })

  test('have an auditor that is known by its site or listed here', () => {
    const names = new Set([...auditors.map(({ name }) => name), ...otherAuditors])
    expect(audits.filter(({ auditor }) => !names.has(auditor))).toEqual([])
    const used = new Set(audits.map(({ auditor }) => auditor))
    expect(otherAuditors.filter((name) => !used.has(name))).toEqual([])
  })

  test('never contradict the auditor whose site or repository the link points to', () => {
    const contradicted = audits.filter(({ auditor, link }) => {
      const named = auditorOf(link)
      return named !== null && named !== auditor
    })
    expect(contradicted).toEqual([])
  })

  test('are of a day or month up to that of the file, and were read after they were written', () => {
    const late = audits.filter(
      ({ date, readOn }) => firstDayOf(date) > asOf || firstDayOf(date) > readOn,
    )
    expect(late).toEqual([])
    expect(audits.filter(({ date }) => date < '2016')).toEqual([])
  })

  test('are there once: one of an auditor and month, and no address twice for a protocol', () => {
    const months = audits.map((row) => `${row.protocolId} ${row.auditor} ${row.date.slice(0, 7)}`)
    expect(new Set(months).size).toBe(audits.length)
    const links = audits.map(({ protocolId, link }) => `${protocolId} ${link}`)
    expect(new Set(links).size).toBe(audits.length)
  })

  test('acknowledge no more findings than they have', () => {
    const odd = audits.filter(({ findings }) => {
      if (!findings) return false
      const { acknowledged = 0, high, medium, low, ...others } = findings
      const { critical = 0, informational = 0, gas = 0, undetermined = 0 } = others
      const all = critical + high + medium + low + informational + gas + undetermined
      return acknowledged > all
    })
    expect(odd).toEqual([])
    expect(audits.filter(({ findings }) => findings).length).toBeGreaterThanOrEqual(60)
  })

  test('replace links that the registry row has', () => {
    const stale = replaces.flatMap(({ protocolId, links }) =>
      links.filter((link) => !rowOf.get(protocolId)?.auditLinks?.includes(link)),
    )
    expect(stale).toEqual([])
  })
})
