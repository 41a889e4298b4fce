import { describe, expect, test } from 'vitest'
import { connect, documentOf, textOf } from './agents.ts'
import { ask, isWhole, sweep, type Target } from './client.ts'

/** Of the answers to one question together. */
const MAX_BYTES = 15_000
const MAX_CALLS = 2

// biome-ignore lint/suspicious/noExplicitAny: documents of any endpoint, read like a script would.
type Doc = any

interface Asked {
  /** Calls a tool; its document. */
  tool: (name: string, args?: Record<string, unknown>) => Promise<Doc>
  /** The same of the API, which the answer is held against. */
  api: (path: string) => Promise<Doc>
}

/** Ten questions of an analyst, each answered by an agent in at most two calls and 15 KB, with the figures of the API. */
const QUESTIONS: Record<string, (asked: Asked) => Promise<void>> = {
  'Which lending protocols on Base are elevated or high, and why the riskiest?': async ({
    tool,
    api,
  }) => {
    const filters = { category: ['Lending'], chain: ['Base'], level: ['elevated', 'high'] }
    const { protocols, total } = await tool('screen_protocols', { ...filters, limit: 5 })
    const [first] = protocols
    const { protocols: explained } = await tool('get_protocol', { ids: [first.id] })
    const list = await api('/v1/screener?category=Lending&chain=Base&level=elevated,high')
    expect(total).toBe(list.meta.total)
    expect(protocols.map(scoreOf)).toEqual(list.data.slice(0, 5).map(scoreOf))
    const { data } = await api(`/v1/protocols/${first.id}`)
    expect(explained[0]).toMatchObject({ composite: data.composite, tvlUsd: data.tvlUsd })
    expect(explained[0].reasons.length).toBeGreaterThan(0)
  },
  'How risky is Aave V3, and what is not known of it?': async ({ tool, api }) => {
    const { protocols: found } = await tool('search_protocols', { query: 'aave v3' })
    const { protocols } = await tool('get_protocol', { ids: [found[0].id] })
    const { data } = await api(`/v1/protocols/${found[0].id}`)
    expect(protocols[0]).toMatchObject({
      ...{ composite: data.composite, riskLevel: data.riskLevel },
      unknown: { share: data.scoreMetadata.basis.missing },
      range: data.scoreMetadata.composite.range,
    })
  },
  'Which of Aave, Lido, Uniswap and Curve is safest?': async ({ tool, api }) => {
    const ids = ['aave-v3', 'lido', 'uniswap-v3', 'curve-dex']
    const { protocols } = await tool('get_protocol', { ids, limit: 3 })
    expect(protocols.map(({ id }: Doc) => id)).toEqual(ids)
    for (const { id, composite, dimensions } of protocols) {
      const { data } = await api(`/v1/protocols/${id}`)
      expect([composite, dimensions.credit]).toEqual([data.composite, data.dimensions.credit.score])
    }
  },
  'Which large protocols on Arbitrum have a low oracle risk?': async ({ tool, api }) => {
    const filters = { chain: ['Arbitrum'], minTvl: 1_000_000, maxOracleRisk: 6, sort: 'tvl' }
    const { protocols, total } = await tool('screen_protocols', filters)
    const list = await api('/v1/screener?chain=Arbitrum&minTvl=1000000&maxOracleRisk=6&sort=tvl')
    expect(total).toBe(list.meta.total)
    expect(total).toBeGreaterThan(0)
    const amounts = (rows: Doc[]) => rows.map(({ id, chainTvlUsd }) => [id, chainTvlUsd])
    expect(amounts(protocols)).toEqual(amounts(list.data.slice(0, 10)))
  },
  'What did price manipulation cost in 2026, and were we warned?': async ({ tool, api }) => {
    const filters = { cause: ['price-manipulation'], since: '2026-01-01' }
    const { incidents, total } = await tool('list_incidents', filters)
    const list = await api('/v1/incidents?cause=price-manipulation&since=2026-01-01&per_page=10')
    expect(total).toBe(list.meta.total)
    const losses = (rows: Doc[]) => rows.map(({ day, lossUsd }) => [day, lossUsd])
    expect(losses(incidents)).toEqual(losses(list.data))
    expect(incidents.map((row: Doc) => row.scoreBefore)).toEqual(
      list.data.map((row: Doc) => row.scoreBefore),
    )
  },
  'What happened to Curve before, and what is its score now?': async ({ tool, api }) => {
    const { incidents, total } = await tool('list_incidents', { protocol: ['curve-dex'] })
    const { protocols } = await tool('get_protocol', { ids: ['curve-dex'] })
    const list = await api('/v1/incidents?protocol=curve-dex')
    expect([total, incidents.length]).toEqual([list.meta.total, list.meta.total])
    const { data } = await api('/v1/protocols/curve-dex')
    expect(scoreOf(protocols[0])).toEqual(scoreOf(data))
  },
  'Why did the score of Lido change?': async ({ tool, api }) => {
    const { found, points, to, id } = await tool('explain_change', { id: 'lido' })
    const { data: changes } = await api('/v1/changes?ids=lido')
    const { data: history } = await api('/v1/protocols/lido/history')
    expect([id, to]).toEqual(['lido', changes.to.day])
    expect(found).toMatch(/\.$/)
    expect(points.at(-1)?.composite ?? null).toBe(
      points.length === 0 ? null : history.points.at(-1).composite,
    )
  },
  'What moved since last week, on the whole market?': async ({ tool, api }) => {
    const { counts, moves } = await tool('list_changes')
    const totals = await tool('get_stats')
    const { data } = await api('/v1/changes?limit=10')
    expect(counts).toEqual(data.reason === 'none-before' ? null : data.counts)
    expect(moves.map(({ id }: Doc) => id)).toEqual(data.moves.map(({ id }: Doc) => id))
    const { data: stats } = await api('/v1/stats')
    expect(totals).toMatchObject(stats)
  },
  'Who loses if USDC breaks by 10 %, and who stands on Circle?': async ({ tool, api }) => {
    const { rows } = await tool('stress', { fails: [{ id: 'circle', drop: 0.1 }], limit: 10 })
    const { total } = await tool('dependents', { id: 'circle', limit: 10 })
    const { data } = await api('/v1/stress?fails=circle:0.1')
    expect(rows).toEqual(data.rows.slice(0, 10))
    const { meta } = await api('/v1/dependencies/circle/dependents')
    expect(total).toBe(meta.total)
  },
  'Who can change the contracts of Aave V3?': async ({ tool, api }) => {
    const { control } = await tool('get_protocol', { ids: ['aave-v3'], part: 'control' })
    const { data } = await api('/v1/protocols/aave-v3')
    expect(control.headline).toEqual(data.control.headline)
    expect(control.contracts.length).toBeGreaterThan(0)
  },
}

function scoreOf({ id, composite, compositeScore = composite, riskLevel }: Doc) {
  return { id, compositeScore, riskLevel }
}

export function describeAnalystQuestions(target: Target): void {
  const whole = test.runIf(isWhole(target))
  describe('ten questions of an analyst, in at most two calls and 15 KB', () => {
    test.each(sweep(target, Object.entries(QUESTIONS)))('%s', async (_, answer) => {
      const { call } = await connect(target)
      let bytes = 0
      let calls = 0
      await answer({
        tool: async (name, args) => {
          const result = await call(name, args)
          expect(result.isError, textOf(result)).toBeFalsy()
          calls += 1
          bytes += Buffer.byteLength(JSON.stringify(result.content))
          return documentOf(result)
        },
        api: async (path) => {
          const reply = await ask(target, path)
          expect(reply.status, `${path}: ${reply.text.slice(0, 200)}`).toBe(200)
          return reply.json
        },
      })
      process.stdout.write(`${calls} calls, ${bytes} bytes\n`)
      expect(calls).toBeLessThanOrEqual(MAX_CALLS)
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
    })

    test('a change is explained by the signals that the API names, which add up', async () => {
      const key = target.keys.testFree
      const { data } = (await ask(target, '/v1/changes', { key })).json as Doc
      const [expected] = data.moves
      const { call } = await connect(target, { key })
      const document = documentOf(await call('explain_change', { id: expected.id })) as Doc
      expect(document.move).toEqual(expected)
      const sum = document.move.signals.reduce(
        (all: number, { exactDelta }: Doc) => all + exactDelta,
        document.move.otherSignals,
      )
      expect(sum).toBeCloseTo(document.move.exactDelta, 5)
    })

    whole(
      'a name that is not known suggests those that may be meant, as the command line does',
      async () => {
        const { call } = await connect(target)
        const screened = documentOf(await call('screen_protocols', { chain: ['Etherium'] }))
        const losses = documentOf(await call('list_incidents', { protocol: ['aavev3'] }))
        const history = await call('protocol_history', { id: 'aave-v33' })
        const change = await call('explain_change', { id: 'aave-v33' })
        const failing = await call('stress', { fails: [{ id: 'aavev3', drop: 0.1 }] })

        expect(screened.hints).toEqual([
          expect.stringMatching(/^No chain is called "Etherium"\. Did you mean .*Ethereum/),
        ])
        expect(losses.hints).toEqual([expect.stringMatching(/"aavev3"\. Did you mean aave-v3/)])
        for (const result of [history, change, failing]) {
          expect(result.isError).toBe(true)
          expect(textOf(result)).toMatch(/\nsuggestions: .*aave-v3/)
        }
      },
    )
  })
}
