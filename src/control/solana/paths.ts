import type { CodeChange, ContractControl } from '../../domain/control.ts'
import { plausibleSeconds } from '../answers.ts'
import type { ReadAt } from '../contract-control.ts'
import {
  atLeast,
  type FoundPaths,
  join,
  pathTo,
  type Trail,
  through,
  unknown,
  whole,
} from '../paths.ts'
import type { GovernanceFacts, MultisigFacts } from './account-facts.ts'
import { WITHOUT_KEY } from './programs.ts'
import type { SolanaGraph } from './walk.ts'

export interface SolanaTarget {
  address: string
  name: string | null
  role: ContractControl['role']
}

/** Who can change a program, or act as a multisig or governance account. */
export function programControl(
  graph: SolanaGraph,
  { address, name, role }: SolanaTarget,
  { chain, block }: ReadAt,
): ContractControl {
  const codeChange = codeChangeOf(graph, address)
  return {
    chain,
    address,
    name,
    role,
    proxy: null,
    codeChange,
    powers: isFixed(codeChange) ? OWN_RULES : [],
    pause: null,
    day: block.day,
    block: Number(block.number),
    source: 'onchain',
    link: `https://explorer.solana.com/address/${address}`,
    tvlUsd: null,
  }
}

/** True when a node failed somewhere on the way: another time there may be more paths, or others. */
export function isPartial(graph: SolanaGraph, address: string): boolean {
  return targetPaths(graph, address).gap === 'node-failed'
}

function codeChangeOf(graph: SolanaGraph, address: string): CodeChange {
  const { paths, isWhole, gap } = targetPaths(graph, address)
  if (paths.length === 0) return { known: false, why: gap ?? 'unidentified' }
  return { known: true, paths, complete: isWhole }
}

/**
 * A program may name those who can stop it in accounts of its own, which are not read. Where the code is fixed, that must be said: without a
 * power, no one could stop it.
 */
const OWN_RULES: ContractControl['powers'] = [
  {
    getter: 'own accounts',
    paths: [
      pathTo('unidentified', null, {
        delaySeconds: null,
        note: 'whom the program itself lets decide is not read',
      }),
    ],
  },
]

function isFixed(change: CodeChange): boolean {
  return change.known && change.paths.every(({ actor }) => actor === 'nobody')
}

function targetPaths(graph: SolanaGraph, address: string): FoundPaths {
  const facts = graph.facts.get(address)
  switch (facts?.kind) {
    case 'multisig':
    case 'governance':
      return deciderPaths(graph, address, facts, [])
    default:
      return codePaths(graph, address, [])
  }
}

/** Who can change the code of a program. */
function codePaths(graph: SolanaGraph, address: string, trail: Trail): FoundPaths {
  const facts = graph.facts.get(address)
  switch (facts?.kind) {
    case undefined:
      return unknown('node-failed')
    case 'none':
    case 'system':
      return unknown('no-code')
    case 'fixed-program':
      return whole(pathTo('nobody', null))
    case 'program-v4':
      return authorityPaths(graph, facts.authority, [...trail, address])
    case 'program': {
      const data = graph.facts.get(facts.data)
      if (data === null) return unknown('node-failed')
      if (data?.kind === 'none') return unknown('no-code')
      if (data?.kind !== 'program-data') return unknown('unidentified')
      if (data.authority === null) return whole(pathTo('nobody', null))
      return authorityPaths(graph, data.authority, [...trail, address])
    }
    default:
      return unknown('unidentified')
  }
}

/** Who can sign as an account. */
function authorityPaths(graph: SolanaGraph, address: string, trail: Trail): FoundPaths {
  if (WITHOUT_KEY.includes(address)) return whole(pathTo('nobody', address))
  if (trail.includes(address)) return whole()
  const signer = graph.signersOf.get(address)
  const decider = signer === undefined ? undefined : graph.facts.get(signer)
  if (signer !== undefined && (decider?.kind === 'multisig' || decider?.kind === 'governance')) {
    return through(address, deciderPaths(graph, signer, decider, [...trail, address]))
  }
  const facts = graph.facts.get(address)
  if (facts === undefined || facts === null) return unknown('node-failed')
  if (facts.kind === 'governance') return deciderPaths(graph, address, facts, trail)
  const isEmpty = facts.kind === 'none' || facts.kind === 'system'
  if (isEmpty && !graph.isDerived(address)) return whole(pathTo('eoa', address))
  const note = isEmpty
    ? 'a program signs for it, and which multisig or vote decides is not known'
    : 'an account of a program that is not known'
  return atLeast(
    whole(pathTo('unidentified', address, { delaySeconds: null, note })),
    isEmpty && graph.isLost ? 'node-failed' : 'unidentified',
  )
}

/** The signers or the vote, who else can change their rules, and who can change the program that keeps the rules. */
function deciderPaths(
  graph: SolanaGraph,
  address: string,
  facts: MultisigFacts | GovernanceFacts,
  trail: Trail,
): FoundPaths {
  if (trail.includes(address)) return whole()
  const passed = [...trail, address]
  const code = codePaths(graph, facts.program, passed)
  const others = code.paths.filter(({ actor }) => actor !== 'nobody')
  const byCode = through(
    address,
    { ...code, paths: others },
    { note: 'by changing the program that keeps its rules' },
  )
  if (facts.kind === 'governance') {
    const { delaySeconds, voteSeconds } = facts
    return join([
      whole(
        pathTo('governor', address, {
          delaySeconds: plausibleSeconds(delaySeconds),
          voteSeconds: plausibleSeconds(voteSeconds),
        }),
      ),
      byCode,
    ])
  }
  const { threshold, signers, delaySeconds, configAuthority } = facts
  const own = whole(pathTo('multisig', address, { threshold, signers, delaySeconds }))
  if (configAuthority === null) return join([own, byCode])
  const byConfig = through(address, authorityPaths(graph, configAuthority, passed), {
    note: 'can replace its signers',
  })
  return join([own, byConfig, byCode])
}
