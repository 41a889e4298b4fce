import { type Address, ZERO_ADDRESS } from '../chains/address.ts'
import { numberAnswer, plausibleSeconds } from './answers.ts'
import { TIMELOCK_ROLES } from './ask-roles.ts'
import type { RoleName } from './getters.ts'
import type { GraphNode } from './graph.ts'
import { atLeast, type FoundPaths, join, pathTo, through, whole, withNote } from './paths.ts'
import { isBurned } from './slots.ts'

/** An actor who may hold a role that the contract does not list. */
const HIDDEN_HOLDER = pathTo('unidentified', null, {
  note: 'holders of its roles cannot be listed',
})

/**
 * The proposers of a timelock of OpenZeppelin, and its admins, who can make themselves proposers. Where it does not list its roles there
 * may be others: a path to an unidentified actor represents them, with the same wait. That makes the paths whole.
 */
export function timelockPaths(
  node: GraphNode,
  follow: (holder: Address) => FoundPaths,
): FoundPaths {
  const { address, roles } = node
  const delaySeconds = plausibleSeconds(numberAnswer(node.answers.get('getMinDelay()')))
  const holders = (name: RoleName) =>
    [...(roles.get(name)?.holders ?? [])].filter((holder) => holder !== address)
  const proposers = holders('PROPOSER_ROLE').map((holder) =>
    holder === ZERO_ADDRESS ? whole(pathTo('anyone', null)) : follow(holder),
  )
  const admins = [...holders('DEFAULT_ADMIN_ROLE'), ...holders('TIMELOCK_ADMIN_ROLE')]
    .filter((holder) => !isBurned(holder))
    .map((holder) =>
      withNote(
        follow(holder),
        'admin of the timelock: can make itself a proposer, and after one wait cut the delay',
      ),
    )
  const found = join([...proposers, ...admins])
  if (found.paths.length === 0) {
    const note = 'its proposers are not known'
    const path = pathTo('timelock', address, { delaySeconds, note })
    return found.gap === null ? whole(path) : atLeast(whole(path), found.gap)
  }
  const isListed = TIMELOCK_ROLES.every((role) => roles.get(role)?.isListed === true)
  const hidden = isListed ? [] : [whole(HIDDEN_HOLDER)]
  return through(address, join([found, ...hidden]), { delaySeconds })
}
