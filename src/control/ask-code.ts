import type { Address } from '../chains/address.ts'
import { addressAnswer } from './answers.ts'
import type { Inspection } from './chain-reader.ts'
import { SELECTORS } from './getters.ts'
import { type Asking, callAll, type GraphNode, inspect } from './graph.ts'
import { proxyOf } from './kinds.ts'
import { isBurned } from './slots.ts'

/** Everything inspected so far. */
export type Inspections = Map<Address, Inspection | null>

/** A proxy may run a proxy: a clone of one, or a beacon that names one. */
const MAX_LEVELS = 3

/** Adds the code that each proxy runs to its text, so that getters are found in it. */
export function* askImplementations(
  nodes: readonly GraphNode[],
  inspections: Inspections,
): Asking<void> {
  const beacons = nodes.filter(({ proxy }) => proxy?.kind === 'beacon')
  const named = yield* beaconImplementations(beacons)
  let open = nodes.flatMap((node) => {
    const target = named.get(node.address) ?? implementationOf(node)
    return target ? [{ node, target }] : []
  })
  for (let level = 0; level < MAX_LEVELS && open.length > 0; level++) {
    yield* inspectNew(
      open.map(({ target }) => target),
      inspections,
    )
    open = open.flatMap(({ node, target }) => {
      const inspection = inspections.get(target)
      if (!inspection) {
        node.isLost = true
        return []
      }
      node.text += inspection.code.slice(2)
      if (level === 0) node.implementationCode = inspection.code
      const inner = proxyOf(inspection)
      return inner && inner.kind !== 'beacon' ? [{ node, target: inner.implementation }] : []
    })
  }
}

function implementationOf({ proxy }: GraphNode): Address | null {
  return proxy && proxy.kind !== 'beacon' ? proxy.implementation : null
}

function* beaconImplementations(nodes: readonly GraphNode[]): Asking<Map<Address, Address>> {
  const data = SELECTORS['implementation()']
  const calls = nodes.flatMap(({ proxy }) =>
    proxy?.kind === 'beacon' ? [{ to: proxy.beacon, data }] : [],
  )
  const results = yield* callAll(calls)
  const found = new Map<Address, Address>()
  for (const [at, node] of nodes.entries()) {
    const result = results[at]
    const implementation = result?.kind === 'ok' ? addressAnswer(result.data) : null
    if (implementation && !isBurned(implementation)) found.set(node.address, implementation)
    else if (result?.kind !== 'ok') node.isLost = true
  }
  return found
}

/** Inspects what was not inspected before. */
export function* inspectNew(addresses: readonly Address[], inspections: Inspections): Asking<void> {
  const fresh = [...new Set(addresses)].filter((address) => !inspections.has(address))
  const found = yield* inspect(fresh)
  for (const address of fresh) inspections.set(address, found.get(address) ?? null)
}
