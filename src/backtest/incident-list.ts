import * as z from 'zod'
import type { Day } from '../domain/day.ts'
import { type PlimsollError, usage } from '../domain/errors.ts'
import { compareText } from '../domain/text-order.ts'
import { dayOfUpstream } from '../ingest/defillama/upstream-day.ts'

/** The cause of a loss: faulty contracts, stolen keys, or a rug pull by the owners. */
export const CAUSES = ['contract', 'key', 'rug', 'unknown'] as const

export type Cause = (typeof CAUSES)[number]

/** An incident of the label list: which protocol lost how much, and when. */
export interface LabelIncident {
  name: string
  day: Day
  /** DefiLlama's numeric id of the target, or its `parent#…` id when the incident is recorded on a family; or neither. */
  protocolId: string | null
  familyId: string | null
  /** Only DeFi protocols are matched by name. */
  isDefi: boolean
  /** Gross, in US dollars; null when no amount is given. */
  lossUsd: number | null
  cause: Cause
}

export interface LabelIncidents {
  incidents: LabelIncident[]
  /** Rows without a name or a date. */
  refused: number
}

const text = z.string().nullish().catch(null)

/** One row of `/hacks`, as `ingest/defillama/hacks-map.ts` reads it, with the target kept. */
const rowSchema = z.looseObject({
  name: z.string().regex(/\S/),
  date: z.number(),
  classification: text,
  technique: text,
  amount: z.number().nonnegative().nullish().catch(null),
  targetType: text,
  defillamaId: z.union([z.number().int(), z.string().trim()]).nullish().catch(null),
  parentProtocolId: text,
})

const NOT_PROTOCOLS: ReadonlySet<string> = new Set(['CEX', 'Other', 'Wallet'])
const PROTOCOL_ID = /^[1-9]\d{0,14}$/
const FAMILY_ID = /^parent#./
/**
 * The cause that each DefiLlama class means: first the classes of 2026, then older ones. Any other class is matched by its
 * words.
 */
const CLASSES: ReadonlyMap<string, Cause> = new Map([
  ['access control', 'contract'],
  ['bridge & cross-chain', 'contract'],
  ['frontend & infrastructure', 'key'],
  ['governance', 'contract'],
  ['input validation', 'contract'],
  ['key compromise', 'key'],
  ['market manipulation', 'contract'],
  ['oracle manipulation', 'contract'],
  ['protocol logic', 'contract'],
  ['reentrancy', 'contract'],
  ['rugpull', 'rug'],
  ['social engineering', 'key'],
  ['token & share accounting', 'contract'],
  ['ecosystem', 'contract'],
  ['infrastructure', 'key'],
  ['smart contract language', 'contract'],
])

/** Contract faults that DefiLlama files under infrastructure. */
const CODE = /compiler|oracle/i
const RUG = /\brug|exit scam/i
const KEY =
  /infrastructure|private key|api key|hot wallet|phish|social engineering|\bdns\b|cloudflare|front-?end|compromised|multisig|malware|brute forced|blind signing|key (?:generation|stored|leaked)/i

/**
 * Incidents sorted by day and name, from the body of `/hacks`. Thefts from exchanges and wallets are left out unless
 * DefiLlama links them to a protocol. Throws `USAGE` when the body is not an array with at least one readable row.
 */
export function parseIncidentList(body: unknown, label: string): LabelIncidents {
  if (!Array.isArray(body)) throw unreadable(label)
  const incidents: LabelIncident[] = []
  let refused = 0
  for (const raw of body) {
    const parsed = rowSchema.safeParse(raw)
    const day = parsed.success ? dayOfUpstream(parsed.data.date) : null
    if (!parsed.success || day === null) {
      refused += 1
      continue
    }
    const incident = toIncident(parsed.data, day)
    const target = parsed.data.targetType ?? ''
    if (!NOT_PROTOCOLS.has(target) || incident.protocolId || incident.familyId) {
      incidents.push(incident)
    }
  }
  if (refused === body.length) throw unreadable(label)
  incidents.sort((a, b) => compareText(a.day, b.day) || compareText(a.name, b.name))
  return { incidents, refused }
}

function toIncident(row: z.infer<typeof rowSchema>, day: Day): LabelIncident {
  const id = String(row.defillamaId ?? '')
  const family = FAMILY_ID.test(id) ? id : (row.parentProtocolId ?? '')
  return {
    name: row.name.trim(),
    day,
    protocolId: PROTOCOL_ID.test(id) ? id : null,
    familyId: FAMILY_ID.test(family) ? family : null,
    isDefi: row.targetType === 'DeFi Protocol',
    lossUsd: row.amount ?? null,
    cause: causeOf(row.classification ?? '', row.technique ?? ''),
  }
}

function causeOf(classification: string, technique: string): Cause {
  if (CODE.test(technique) && !RUG.test(classification)) return 'contract'
  if (RUG.test(classification) || RUG.test(technique)) return 'rug'
  if (KEY.test(classification) || KEY.test(technique)) return 'key'
  const known = CLASSES.get(classification.trim().toLowerCase())
  if (known) return known
  return /^(unknown)?$/i.test(classification) && /^(unknown)?$/i.test(technique)
    ? 'unknown'
    : 'contract'
}

function unreadable(label: string): PlimsollError {
  return usage(`${label} must be a JSON array of incidents in the format of DefiLlama's /hacks.`)
}
