import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Alert } from '../../contract/alerts.ts'
import { discord } from './discord.ts'
import discordSchema from './fixtures/discord.json' with { type: 'json' }
import slackSchema from './fixtures/slack.json' with { type: 'json' }
import telegramSpec from './fixtures/telegram.json' with { type: 'json' }
import { confirmationOf, letterOf } from './letter.ts'
import { digestOf, noticeOf } from './notice.ts'
import { outside } from './outside.ts'
import { slack } from './slack.ts'
import { telegram } from './telegram.ts'

const ORIGIN = 'https://risk.example'
const SLACK = 'https://hooks.slack.com/services/T0/B0/secretsecret'
const DISCORD = 'https://discord.com/api/webhooks/123456789012345678/a-secret-of-twenty-letters'
const TELEGRAM = `https://api.telegram.org/bot123456:${'a'.repeat(35)}/sendMessage?chat_id=-100123`
const timestamp = '2026-11-22T12:00:00.000Z'
const before = { id: 'a', day: '2026-11-21', methodology: '1' }
const snapshot = { id: 'b', day: '2026-11-22', methodology: '1' }

function levelChanged(name: string, reason: string | null = 'Two auditors.'): Alert {
  return {
    type: 'protocol.level_changed',
    timestamp,
    data: {
      protocol: { id: 'x', name, page: `${ORIGIN}/protocol/x/` },
      from: { composite: 4.4, riskLevel: 'moderate' },
      to: { composite: 4.7, riskLevel: 'elevated' },
      ...{ before, snapshot },
      signals: [
        {
          ...{ signal: 'audits', kind: 'signal', dimension: 'smartContract' },
          ...{ exactDelta: 0.28, reason },
        },
        {
          ...{ signal: 'feedQuality', kind: 'floor', dimension: 'oracle' },
          ...{ exactDelta: -0.02, reason: null },
        },
      ],
    },
  }
}

const HOSTILE = [
  '<!channel> <@U123> <https://evil.example|Aave>',
  '@everyone @here [Aave](https://evil.example) **bold** `code` ||spoiler||',
  '<b>Aave</b><a href="https://evil.example">x</a>&amp;<tg-spoiler>',
  'evil.example/claim t.me/thief user@evil.example',
  'A\u202Evil\u0000\u200B\r\nBcc: you@evil.example\r\n\r\nbody',
  '\uD800 lone',
  'x'.repeat(100_000),
  '&'.repeat(5_000),
  '*'.repeat(5_000),
]

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const isSlack = ajv.compile(slackSchema)
const isDiscord = ajv.compile(discordSchema)

/** What is wrong with a body of `sendMessage`, by the published list of its fields. */
function wrongForTelegram(body: Record<string, unknown>): string[] {
  const { fields } = telegramSpec.sendMessage
  const types: Record<string, (value: unknown) => boolean> = {
    String: (value) => typeof value === 'string' && value !== '',
    Integer: Number.isInteger,
    LinkPreviewOptions: (value) =>
      Object.entries(Object(value)).every(
        ([name, each]) => name === 'is_disabled' && typeof each === 'boolean',
      ),
  }
  return [
    ...fields.flatMap(({ name, required }) => (required && !(name in body) ? [name] : [])),
    ...Object.entries(body).flatMap(([name, value]) => {
      const field = fields.find((each) => each.name === name)
      return field?.types.some((type) => types[type]?.(value)) ? [] : [name]
    }),
  ]
}

/** The text that is left when the entities of a Telegram message are parsed. */
function parsed(html: string): string {
  const bare = html.replaceAll(/<\/?b>|<a href="[^"<>]*">|<\/a>/g, '')
  expect(bare).not.toMatch(/[<>]/)
  return bare.replaceAll(/&(amp|lt|gt|quot);/g, '.')
}

function bodies(alerts: Alert[]) {
  const of = (chat: typeof slack, url: string) =>
    chat.request(url, digestOf(alerts, ORIGIN, chat.most)).body
  return {
    slack: of(slack, SLACK),
    discord: of(discord, DISCORD),
    telegram: of(telegram, TELEGRAM),
  }
}

function expectPublished(alerts: Alert[]): void {
  const made = bodies(alerts)
  expect(isSlack(made.slack), JSON.stringify(isSlack.errors)).toBe(true)
  expect(isDiscord(made.discord), JSON.stringify(isDiscord.errors)).toBe(true)
  expect(wrongForTelegram(made.telegram)).toEqual([])
  const { embeds } = made.discord as { embeds: { title: string; description: string }[] }
  const letters = embeds.reduce((sum, one) => sum + one.title.length + one.description.length, 0)
  expect(letters).toBeLessThanOrEqual(6_000)
  expect(parsed(String(made.telegram.text)).length).toBeLessThanOrEqual(4_096)
}

describe('an alert in words', () => {
  test('says what changed, from what to what, on which day, and what moved it', () => {
    expect(noticeOf(levelChanged('Aave V3'))).toEqual({
      title: 'Aave V3: risk elevated, was moderate',
      text: [
        'Score 4.4 → 4.7 on 2026-11-22, since 2026-11-21.',
        'Audits, 0.28 riskier: Two auditors.',
        'Floor “Feed quality”, 0.02 safer.',
      ],
      page: `${ORIGIN}/protocol/x/`,
    })
  })

  test('of a threshold names the score and its side', () => {
    const { protocol, signals } = Object(levelChanged('Aave').data)
    const data = { protocol, score: 'oracle' as const, limit: 6, from: 6.2, to: 5.8 }
    const alert = { type: 'protocol.threshold_crossed' as const, timestamp }
    const known = noticeOf({ ...alert, data: { ...data, before, snapshot, signals } })
    expect(known.title).toBe('Aave: oracle below 6.0')
    expect(known.text[0]).toBe('Oracle 6.2 → 5.8 on 2026-11-22, since 2026-11-21.')
    const unknown = noticeOf({ ...alert, data: { ...data, before, snapshot } })
    expect(unknown.text[1]).toBe('What moved it is not kept of that day.')
  })

  test('of a loss says how much is known', () => {
    const { protocol } = Object(levelChanged('Aave').data)
    const incident = { id: 'i', day: '2026-11-20', lossUsd: 1.25e6, cause: null, source: 's' }
    const hit = { on: { ...protocol, name: 'Lido' }, kind: 'holds' as const, share: 0.29 }
    const data = { protocol, ...hit, shareDay: '2026-11-19', incident, snapshot }
    expect(noticeOf({ type: 'protocol.dependency_hit', timestamp, data }).text).toEqual([
      'It stood on Lido with 29\u00a0% on 2026-11-19.',
      'A loss of $1.25m, on 2026-11-20.',
    ])
  })
})

describe('a message', () => {
  test('of one alert and of many is as the vendors publish it', () => {
    expectPublished([levelChanged('Aave V3')])
    expectPublished(Array.from({ length: 200 }, (_, n) => levelChanged(`Protocol ${n}`)))
  })

  test.each(HOSTILE)('with the name %.60s stays within the limits and notifies no one', (name) => {
    const alerts = Array.from({ length: 12 }, () => levelChanged(name, name))
    for (const all of [alerts, alerts.slice(0, 1)]) {
      expectPublished(all)
      const made = bodies(all)
      const texts = JSON.stringify(made)
      expect(texts).not.toMatch(/<!channel>|<@U|<https:\/\/evil|@everyone|@here/)
      expect(JSON.stringify(made.discord)).not.toContain('](')
      expect(texts).not.toMatch(/evil\.example|t\.me\/|https?:\/\/evil/)
      expect(made.discord.allowed_mentions).toEqual({ parse: [] })
      expect(made.telegram.link_preview_options).toEqual({ is_disabled: true })
    }
  })

  test('of anything is as the vendors publish it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 })
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 30 }), (name, reason, count) => {
        expectPublished(Array.from({ length: count }, () => levelChanged(name || 'x', reason)))
      }),
      { numRuns: 60 },
    )
  })

  test('says how many alerts it has no room for', () => {
    const alerts = Array.from({ length: 30 }, (_, n) => levelChanged(`P${n}`))
    for (const body of Object.values(bodies(alerts))) {
      expect(JSON.stringify(body)).toMatch(
        /And (6|20) more alerts: https:\/\/risk.example\/changes\//,
      )
    }
    expect(letterOf(alerts, { origin: ORIGIN, unsubscribe: 'https://u' }).text).toContain('P29')
  })

  test('goes to the stored chat, and never has the token in its body', () => {
    const digest = digestOf([levelChanged('Aave')], ORIGIN, 10)
    const sent = telegram.request(TELEGRAM, digest)
    expect(sent.url).toBe(TELEGRAM.split('?')[0])
    expect(sent.body).toMatchObject({ chat_id: '-100123', parse_mode: 'HTML' })
    expect(JSON.stringify(sent.body)).not.toContain('aaaa')
    expect(discord.request(DISCORD, digest).url).toBe(`${DISCORD}?wait=true`)
    const inThread = discord.request(`${DISCORD}?thread_id=1`, digest)
    expect(inThread.url).toBe(`${DISCORD}?thread_id=1&wait=true`)
  })

  test('is repeated when the vendor says', () => {
    expect(discord.retryAfter?.({ retry_after: 64.57, global: false })).toBe(65)
    expect(telegram.retryAfter?.({ ok: false, parameters: { retry_after: 7 } })).toBe(7)
    for (const odd of [null, 'x', {}, { retry_after: 'soon' }, { retry_after: -1 }]) {
      expect([discord.retryAfter?.(odd), telegram.retryAfter?.(odd)]).toEqual([null, null])
    }
  })
})

describe('a mail', () => {
  const links = { origin: ORIGIN, unsubscribe: `${ORIGIN}/u` }

  test('has everything that waits, and the way out', () => {
    const { subject, text } = letterOf([levelChanged('Aave'), levelChanged('Lido')], links)
    expect(subject).toBe('2 alerts of Plimsoll')
    expect(text).toContain('Aave: risk elevated, was moderate\nScore 4.4 → 4.7')
    expect(text).toContain(`${ORIGIN}/protocol/x/`)
    expect(text).toContain(`Stop these mails: ${ORIGIN}/u`)
    expect(letterOf([levelChanged('Aave')], links).subject).toBe(
      'Plimsoll: Aave: risk elevated, was moderate',
    )
  })

  test.each(HOSTILE)(
    'with the name %.60s has one line as its subject, and no link of it',
    (name) => {
      const { subject, text } = letterOf([levelChanged(name, name)], links)
      expect(subject).not.toMatch(/[\r\n\0\u202E]/)
      expect([...subject].length).toBeLessThanOrEqual(120)
      expect(`${subject}${text}`).not.toMatch(/evil\.example|t\.me\//)
      expect(text.length).toBeLessThan(2_000)
    },
  )

  test('that asks says what it is, and what to do when it was not asked for', () => {
    const { text } = confirmationOf(`${ORIGIN}/c`, links)
    expect(text).toContain('If it was not you, do nothing')
    expect(text).toContain(`${ORIGIN}/c`)
  })
})

test('a text from outside keeps what is no link', () => {
  expect(outside('Yearn v3, 1.5 % (Base)')).toBe('Yearn v3, 1.5 % (Base)')
  expect(outside('Yearn.finance')).toBe('Yearn.\u2060finance')
  expect([...outside('é'.repeat(200))]).toHaveLength(80)
})
