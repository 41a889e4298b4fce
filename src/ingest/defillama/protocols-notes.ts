import type { ProtocolRow } from '../../domain/batch.ts'
import { findChain } from '../chain-table.ts'
import type { UpstreamProtocol } from './protocols-schema.ts'
import { plainText, webAddress } from './text.ts'

const MAX_SAMPLES = 5

/** Collects notes on a protocol list: unexpected values, refused TVL and unknown chains. */
export class ProtocolNotes {
  readonly #oddFields = new Map<string, { rows: number; samples: Set<string> }>()
  readonly #unknownChains = new Set<string>()
  #refusedTvl = 0

  add(
    row: UpstreamProtocol,
    protocol: ProtocolRow,
    unexpected: ReadonlyMap<string, unknown>,
  ): void {
    for (const [field, value] of unexpected) this.#addOdd(field, value)
    const { auditFlag } = protocol.facts
    if (auditFlag && !auditFlag.known && auditFlag.reason === 'refused' && row.audits) {
      this.#addOdd('audits', row.audits)
    }
    const { listedOn } = protocol.facts
    if (listedOn && !listedOn.known && typeof row.listedAt === 'number') {
      this.#addOdd('listedAt', row.listedAt)
    }
    if (isWeb(row.url) && protocol.url === null) this.#addOdd('url', row.url)
    if (isWeb(row.logo) && protocol.logoUrl === null) this.#addOdd('logo', row.logo)
    const refusedLink = row.audit_links?.find((link) => isWeb(link) && webAddress(link) === null)
    if (refusedLink) this.#addOdd('audit_links', refusedLink)
    if (!protocol.tvl.known && protocol.tvl.reason === 'refused') this.#refusedTvl += 1
    for (const chain of protocol.chains) {
      if (findChain(chain) === undefined) this.#unknownChains.add(chain)
    }
  }

  sentences(): string[] {
    const sentences = [...this.#oddFields].map(
      ([field, { rows, samples }]) =>
        `${carry(rows)} \`${field}\` in a form we do not know: ${[...samples].join(', ')}.`,
    )
    if (this.#refusedTvl > 0) {
      sentences.push(`${carry(this.#refusedTvl)} an implausible TVL.`)
    }
    if (this.#unknownChains.size > 0) {
      const names = [...this.#unknownChains].sort().slice(0, 20).join(', ')
      sentences.push(`${this.#unknownChains.size} chains are not in our table: ${names}.`)
    }
    return sentences
  }

  #addOdd(field: string, value: unknown): void {
    const odd = this.#oddFields.get(field) ?? { rows: 0, samples: new Set<string>() }
    odd.rows += 1
    if (odd.samples.size < MAX_SAMPLES) odd.samples.add(sample(value))
    this.#oddFields.set(field, odd)
  }
}

/** Whether a text starts like a URL. Upstream's URL fields also contain paths and other text, which is not worth a note. */
function isWeb(text: string | null | undefined): boolean {
  return /^\s*https?:/i.test(text ?? '')
}

function carry(rows: number): string {
  return rows === 1 ? '1 row carries' : `${rows} rows carry`
}

function sample(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  // A link may contain a password.
  return plainText(text.replace(/\/\/[^/\s]*@/, '//…@'), 40) ?? ''
}
