import type { Address } from '../chains/address.ts'
import type { ControlGap, ControlPath } from '../domain/control.ts'
import { plausibleSeconds } from './answers.ts'

/** Contracts passed so far: a path that comes back to one of them ends there. */
export type Trail = readonly string[]

/** Every path from a holder of a power to those who can use it. */
export type Follow = (holder: Address, trail: Trail) => FoundPaths

/** Paths to those who can act. `isWhole` is false when there may be more; `gap` then says why. */
export interface FoundPaths {
  paths: ControlPath[]
  isWhole: boolean
  gap: ControlGap | null
}

/** More paths than a reader can follow: the rest is left out, and the answer is "at least". */
const MAX_PATHS = 60
const NO_ONE = 'nobody'

/** One path that ends here. */
export function pathTo(
  actor: ControlPath['actor'],
  address: string | null,
  rest: Partial<ControlPath> = {},
): ControlPath {
  return {
    actor,
    address,
    threshold: null,
    signers: null,
    delaySeconds: 0,
    voteSeconds: 0,
    via: [],
    proof: 'read',
    note: null,
    ...rest,
  }
}

export function whole(...paths: ControlPath[]): FoundPaths {
  return { paths, isWhole: true, gap: null }
}

/** No path is known, because of `gap`. */
export function unknown(gap: ControlGap): FoundPaths {
  return { paths: [], isWhole: false, gap }
}

/** The same paths as a lower bound. */
export function atLeast(found: FoundPaths, gap: ControlGap): FoundPaths {
  return { ...found, isWhole: false, gap: stronger([found.gap, gap]) }
}

/** All of these paths, each once. That no one can act counts only where there is no other path. */
export function join(all: readonly FoundPaths[]): FoundPaths {
  const paths = new Map<string, ControlPath>()
  for (const path of all.flatMap((each) => each.paths)) {
    const key = JSON.stringify([
      path.actor,
      path.address,
      path.delaySeconds,
      path.voteSeconds,
      path.via,
    ])
    if (!paths.has(key)) paths.set(key, path)
  }
  const found = [...paths.values()]
  const others = found.filter(({ actor }) => actor !== NO_ONE)
  const kept = others.length > 0 ? others : found
  return {
    paths: kept.slice(0, MAX_PATHS),
    isWhole: all.every(({ isWhole }) => isWhole) && kept.length <= MAX_PATHS,
    gap: stronger(all.map(({ gap }) => gap)),
  }
}

/** The gap to name when there are several: that a node failed says nothing about the contract, and passes. */
function stronger(gaps: readonly (ControlGap | null)[]): ControlGap | null {
  const found = gaps.filter((gap) => gap !== null)
  return found.find((gap) => gap === 'node-failed') ?? found[0] ?? null
}

/** Paths that go through one more contract, which may add a delay. A sum that has an unknown part, or is too long, is unknown. */
export function through(
  via: string,
  found: FoundPaths,
  change: Partial<ControlPath> = {},
): FoundPaths {
  const paths = found.paths.map((path) => ({
    ...path,
    via: path.actor === NO_ONE ? path.via : [via, ...path.via],
    delaySeconds: add(path.delaySeconds, change.delaySeconds),
    voteSeconds: add(path.voteSeconds, change.voteSeconds),
    proof: change.proof ?? path.proof,
    note: notes(path.note, change.note),
  }))
  return { ...found, paths }
}

/** The same paths with another proof of their first step. */
export function withProof(found: FoundPaths, proof: ControlPath['proof']): FoundPaths {
  const paths = found.paths.map((path) => ({
    ...path,
    proof: path.proof === 'curated' ? path.proof : proof,
  }))
  return { ...found, paths }
}

/** The same paths with a note in front of their own. */
export function withNote(found: FoundPaths, note: string): FoundPaths {
  return { ...found, paths: found.paths.map((path) => ({ ...path, note: notes(path.note, note) })) }
}

function add(one: number | null, other: number | null | undefined): number | null {
  return one === null || other === null ? null : plausibleSeconds(one + (other ?? 0))
}

function notes(one: string | null, other: string | null | undefined): string | null {
  return one && other ? `${other}; ${one}` : (one ?? other ?? null)
}
