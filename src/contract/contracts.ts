import * as z from 'zod'
import { BELONGING_ROLES, CONTRACT_TABLES } from '../domain/listed-contract.ts'
import * as f from './fields.ts'
import { incidentNotes } from './incident-notes.ts'
import { protocolStatus, protocolSummary } from './protocol-summary.ts'

/** Limits of an answer; what is left out is counted. */
export const MAX_PROTOCOLS = 20
export const MAX_ROLES = 6
export const MAX_USERS = 10
export const MAX_NOTES = 6

const source = f.text.describe(
  'Where it is from: a package with its version, a repository at a commit, a list, or a source of the snapshot.',
)
const sourceDay = f.dayOrNull.describe(
  'Day of the source. Null where it names a version or a commit instead.',
)

const role = z
  .strictObject({
    role: z
      .enum(BELONGING_ROLES)
      .describe(
        'What the contract is to the protocol. `funds` holds deposits, `logic` decides over them, `oracle` gives prices, `token` is what depositors receive, `governance` holds powers, `periphery` is a way in or a view. `receipt`: depositors hold it. `market`: a market or vault that was read. `exit`: deposits leave through it. `spender`: users give it approvals. `scan`: the wallet scan reads it. `own-token`: the token that the registry gives the protocol. `registry`: an address that the registry gives it without a symbol, a vault or factory as often as a token. `issued`: a token that it issues. `controller`: it can change, own or pause a contract of the protocol.',
      ),
    name: f.textOrNull.describe('Its name there, or its symbol. Null without one.'),
    note: f.textOrNull.describe('What must be known beside it. Null without anything.'),
    source,
    day: sourceDay,
  })
  .describe('One role of the contract.')

const about = z.strictObject({
  id: protocolSummary.shape.id,
  name: f.text.describe('Name of the protocol.'),
  listed: f.boolean.describe(
    'Whether the current snapshot has it. If not, there is no score, and `/v1/protocols/{id}` may not know it.',
  ),
  status: protocolStatus.nullable().describe('Whether it still runs. Null when it is not listed.'),
  compositeScore: protocolSummary.shape.compositeScore,
  riskLevel: protocolSummary.shape.riskLevel,
  control: f.textOrNull.describe(
    'The weakest known way to change the code of the protocol, as a sentence: `control.headline` of `/v1/protocols/{id}`. Null when nothing was read.',
  ),
  incidents: z
    .strictObject({
      count: f.count.describe('Incidents of the protocol on record.'),
      newest: z
        .strictObject({
          day: f.day,
          name: f.text.describe('Name of the incident.'),
          lossUsd: f.usdOrNull.describe('What was lost, in US dollars. Null when not known.'),
          readings: incidentNotes.readings,
        })
        .nullable()
        .describe('The newest one. Null without any.'),
    })
    .describe('Incidents of the protocol. None on record does not mean that there was none.'),
})

const owner = about
  .extend({ roles: z.array(role).min(1).max(MAX_ROLES).describe('Its roles, the plainest first.') })
  .describe('A protocol that the contract belongs to.')

const control = z
  .strictObject({
    sentence: f.text.describe('The weakest known way to change its code, as a sentence.'),
    source: f.text.describe('`onchain`, or the short name of the public record that it is from.'),
    day: f.day.describe('Day of the reading or of the record.'),
    block: f.countOrNull.describe('Block of the reading. Null when none is named.'),
    document: f.text.describe('Path of the document with every known way.'),
  })
  .describe('Who can change the code of this contract.')

const users = z
  .strictObject({
    count: f.count.describe('Protocols that use it.'),
    name: f.textOrNull.describe(
      'The symbol that most of the tables of its users give it. Null without one.',
    ),
    protocols: f
      .list(
        z
          .strictObject({ id: protocolSummary.shape.id, name: f.text.describe('Name.') })
          .describe('A protocol that uses it.'),
        MAX_USERS,
      )
      .describe('The largest of them.'),
  })
  .describe(
    'Protocols that take or pay it as a token, or read an answer there. None of them owns it for that.',
  )

const note = z
  .strictObject({
    name: f.textOrNull.describe('Name or symbol. Null without one.'),
    note: f.textOrNull.describe('What is said of it. Null without anything.'),
    source,
    day: sourceDay,
  })
  .describe('A row of a table that names no protocol.')

const lookedAt = z
  .strictObject({
    day: f.day.describe('Day of the snapshot.'),
    contracts: f.count.describe('Contracts that any table names, but for `sanctions`.'),
    tables: z
      .array(
        z
          .strictObject({
            table: z
              .enum([...CONTRACT_TABLES, 'sanctions'])
              .describe(
                '`wallet`: what wallet scans read. `onchain`: contracts whose control is read. `dependencies`: tokens that protocols stand on. `spenders`: who is given approvals. `registry`: the token or other address of a protocol. `readings`: contracts, markets and controllers that were read. `sanctions`: sanctioned addresses, of any chain.',
              ),
            contracts: f.count.describe('Addresses in it.'),
            newestDay: f.dayOrNull.describe(
              'The newest day that a row of it names. Null without any.',
            ),
          })
          .describe('One table.'),
      )
      .describe('The tables.'),
    unread: z
      .array(f.text)
      .optional()
      .describe('What could not be looked at, each as a sentence. Left out when there is nothing.'),
  })
  .describe('What was looked at.')

export const contractAnswer = z
  .strictObject({
    chain: f.text.describe('Name of the chain.'),
    address: f.text.describe('Address; in lower case on EVM chains.'),
    protocols: f
      .list(owner, MAX_PROTOCOLS)
      .describe(
        'The protocols that the contract belongs to, the plainest first. Several share one when vaults of one are built on a factory or program of another. Empty when the tables name it only as something that others use, or without a protocol.',
      ),
    more: f.count.describe('Protocols left out of `protocols`.'),
    control: control
      .nullable()
      .describe('Who can change its code. Null when that was not read of this contract.'),
    usedBy: users,
    notes: f
      .list(note, MAX_NOTES)
      .describe(
        'What tables say of it without a protocol, such as its issuer, that it is sanctioned, or that approvals given to it were abused. Empty without any.',
      ),
    otherChains: z
      .array(f.text)
      .describe('Other chains on which a table names the same address. Empty without any.'),
    lookedAt,
  })
  .describe('What is known of one contract.')

const roleInShard = role
  .pick({ role: true })
  .extend({ name: f.text, note: f.text, day: f.day })
  .partial({ name: true, note: true, day: true })
  /** Place in `sources`. */
  .extend({ source: f.count })

const noteInShard = roleInShard.omit({ role: true })

export const contractDocument = f.answer(contractAnswer).describe('What is known of one contract.')

/**
 * `contracts/<shard>.json`: the answers for the addresses of one shard, without what they have in common, and without what is null, 0
 * or empty. `protocols` has the facts of each protocol once, by id, and `sources` each source. `sanctioned` has what is said
 * of a sanctioned address on each chain where no other table names it.
 */
export const contractShard = z.strictObject({
  lookedAt,
  protocols: z.record(f.text, about.omit({ id: true })),
  sources: z.array(f.text),
  contracts: z.array(
    z
      .strictObject({
        ...{ chain: f.text, address: f.text, more: f.count, control, usedBy: users },
        protocols: z
          .array(z.strictObject({ id: f.text, roles: z.array(roleInShard).max(MAX_ROLES) }))
          .max(MAX_PROTOCOLS),
        notes: z.array(noteInShard).max(MAX_NOTES),
      })
      .partial({ protocols: true, more: true, control: true, usedBy: true, notes: true }),
  ),
  sanctioned: z
    .array(z.strictObject({ address: f.text, notes: z.array(noteInShard).length(1) }))
    .optional(),
})

export type Contract = z.infer<typeof contractAnswer>
export type ContractShard = z.infer<typeof contractShard>
