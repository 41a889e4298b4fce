import { type ControlDocument, MAX_CONTRACTS, MAX_PATHS } from '../contract/control.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import type { Review } from '../domain/protocol.ts'
import { byWeakness } from '../score/path-order.ts'
import { contractsInOrder } from './control-contracts.ts'
import { controlHeadline } from './control-headline.ts'
import { nodeAnswersDocument } from './node-answers.ts'
import { inLowerCase, limited, plainLink } from './outside-text.ts'

type ContractDocument = ControlDocument['contracts'][number]
type PathDocument = Extract<ContractDocument['codeChange'], { known: true }>['paths'][number]

/** Contracts on the way of a path that a document names. */
const MAX_VIA = 12

/**
 * Who can change the contracts, as published: addresses in one spelling, texts and lists cut to their limits. `headline` is of all
 * contracts, also of those that are left out. Among equals, those on the first of `chains` come first.
 */
export function createControl(
  contracts: readonly ContractControl[],
  reviews: readonly Review[],
  chains: readonly string[] = [],
): ControlDocument {
  const ordered = contractsInOrder(contracts.map(withPlainAddresses), chains)
  return {
    headline: createHeadline(contracts, chains),
    contracts: ordered.slice(0, MAX_CONTRACTS).map(contractDocument),
    more: Math.max(0, ordered.length - MAX_CONTRACTS),
    reviews: createReviews(reviews),
  }
}

/** `headline` of `createControl`. */
export function createHeadline(
  contracts: readonly ContractControl[],
  chains: readonly string[] = [],
): string {
  return controlHeadline(contracts.map(withPlainAddresses), chains)
}

/** Reviews as published, at most as many as a document may have. */
export function createReviews(reviews: readonly Review[]): ControlDocument['reviews'] {
  return reviews.slice(0, MAX_CONTRACTS).map((review) => ({
    chain: review.chain,
    stage: review.stage,
    upgradeability: review.upgradeability,
    exitWindow: review.exitWindow,
    reviewedOn: review.reviewedOn,
    url: plainLink(review.url),
  }))
}

/** The weakest paths, at most as many as a document may have, and the number of the others. */
export function pathDocuments(paths: readonly ControlPath[]): {
  paths: PathDocument[]
  more: number
} {
  const sorted = paths.toSorted(byWeakness)
  return {
    paths: sorted.slice(0, MAX_PATHS).map(pathDocument),
    more: Math.max(0, sorted.length - MAX_PATHS),
  }
}

function pathDocument(path: ControlPath): PathDocument {
  return {
    ...path,
    address: path.address === null ? null : inLowerCase(path.address),
    via: path.via.slice(0, MAX_VIA).map(inLowerCase),
    note: path.note === null ? null : limited(path.note),
  }
}

function contractDocument(contract: ContractControl): ContractDocument {
  const { codeChange, pause, powers } = contract
  return {
    chain: contract.chain,
    address: contract.address,
    name: contract.name === null ? null : limited(contract.name),
    role: contract.role,
    proxy: contract.proxy === null ? null : limited(contract.proxy),
    codeChange: codeChange.known
      ? { known: true, complete: codeChange.complete, ...pathDocuments(codeChange.paths) }
      : codeChange,
    ...powerDocuments(powers),
    pause: pause && {
      ...pathDocuments(pause.paths),
      complete: pause.complete,
      pausedNow: pause.pausedNow,
    },
    day: contract.day,
    block: contract.block,
    source: limited(contract.source),
    link: plainLink(contract.link),
    tvlUsd: contract.tvlUsd === null ? null : roundUsd(contract.tvlUsd),
    ...nodeAnswersDocument(contract),
  }
}

/** The powers with as many paths in all as a document may have, and the number of the others. */
function powerDocuments(
  powers: ContractControl['powers'],
): Pick<ContractDocument, 'powers' | 'morePowers'> {
  let room = MAX_PATHS
  const shown = powers.flatMap(({ getter, paths }) => {
    const taken = paths.toSorted(byWeakness).slice(0, room)
    room -= taken.length
    return taken.length === 0 ? [] : [{ getter: limited(getter), paths: taken.map(pathDocument) }]
  })
  const total = powers.reduce((sum, { paths }) => sum + paths.length, 0)
  return { powers: shown, morePowers: total - (MAX_PATHS - room) }
}

/** The headline spells addresses as the rest of the document does, and cuts names likewise. */
function withPlainAddresses(contract: ContractControl): ContractControl {
  const plain = (path: ControlPath) => ({
    ...path,
    address: path.address === null ? null : inLowerCase(path.address),
  })
  return {
    ...contract,
    address: inLowerCase(contract.address),
    name: contract.name === null ? null : limited(contract.name),
    codeChange: contract.codeChange.known
      ? { ...contract.codeChange, paths: contract.codeChange.paths.map(plain) }
      : contract.codeChange,
  }
}
