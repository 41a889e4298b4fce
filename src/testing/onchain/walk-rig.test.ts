import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type Rig, startRig } from '../wallet/evm/rig.ts'
import { person } from './deploy.ts'
import {
  formatChange,
  formatPath,
  type Read,
  readControl,
  readerOptions,
  targetsOf,
} from './read-control.ts'
import { type ControlWorld, deployControlWorld } from './world.ts'

describe.skipIf(isAnvilMissing())('the walk on real contracts', () => {
  let rig: Rig
  let world: ControlWorld
  let read: Read

  beforeAll(async () => {
    rig = await startRig()
    world = await deployControlWorld(rig)
    read = await readControl(readerOptions([rig.url]), world.powers.safes.singletons, {
      targets: targetsOf(world.placed),
    })
  }, 240_000)

  afterAll(() => rig?.stop())

  test.each<[string, string | null, string[]]>([
    ['transparentSafe35', 'eip1967', ['safe 3/5 after 0']],
    ['transparentSafe57', 'eip1967', ['safe 5/7 after 0']],
    ['transparentEoa', 'eip1967', ['eoa after 0']],
    ['transparentNested', 'eip1967', ['safe 2/3 after 0']],
    ['transparentTimelock', 'eip1967', ['safe 3/5 after 172800', 'unidentified after 172800']],
    ['transparentTimelockZero', 'eip1967', ['safe 3/5 after 0', 'unidentified after 0']],
    [
      'transparentTimelockAdmin',
      'eip1967',
      ['eoa after 172800', 'safe 3/5 after 172800', 'unidentified after 172800'],
    ],
    ['transparentGovernor', 'eip1967', ['governor after 172800']],
    ['transparentModule', 'eip1967', ['eoa after 0', 'safe 3/4 after 0']],
    ['transparentRenounced', 'eip1967', ['nobody after 0']],
    ['transparentDead', 'eip1967', ['nobody after 0']],
    ['noUpgrade', 'eip1967', ['nobody after 0']],
    ['beaconTimelock', 'beacon', ['safe 3/5 after 172800', 'unidentified after 172800']],
    ['aavePool', 'eip1967', ['safe 3/5 after 172800', 'unidentified after 172800', '+']],
    ['uupsSafe46', 'eip1967', ['safe 4/6 after 0', '+']],
    ['uupsHidden', 'eip1967', ['? not-listable']],
    ['uupsOpen', 'eip1967', ['anyone after 0']],
    ['eip173Safe46', 'eip1967', ['safe 4/6 after 0']],
    ['diamondSafe35', 'diamond', ['safe 3/5 after 0']],
    ['clone', 'eip1167', ['nobody after 0']],
    ['cloneOfProxy', 'eip1167', ['eoa after 0']],
    ['plain', null, ['nobody after 0']],
    ['uniswapV2', null, ['nobody after 0']],
    ['noCode', null, ['? no-code']],
    ['under7702', 'eip1967', ['eoa after 0']],
  ])('%s', (name, proxy, words) => {
    const { [name]: control } = read.controls
    expect(control?.proxy).toBe(proxy)
    expect(formatChange(control?.codeChange)).toEqual(words)
  })

  const powers = (name: string) =>
    Object.fromEntries(
      (read.controls[name]?.powers ?? []).map(({ getter, paths }) => [
        getter,
        paths.map(formatPath),
      ]),
    )

  test('powers that do not change the code are named by their getter or role', () => {
    expect(powers('ownedBySafe35')).toEqual({ owner: ['safe 3/5 after 0'] })
    expect(powers('ownedByCompoundTimelock')).toEqual({ owner: ['safe 4/6 after 172800'] })
    expect(powers('roleList')).toEqual({ DEFAULT_ADMIN_ROLE: ['safe 3/5 after 0'] })
    expect(powers('uniswapV2')).toEqual({ feeToSetter: ['eoa after 0'] })
  })

  test('who may pause is shown by a call from them, and a role that cannot be listed is a lower bound', () => {
    expect(read.controls.rolePaused?.pause).toMatchObject({
      complete: false,
      pausedNow: false,
      paths: [{ actor: 'safe', threshold: 4, proof: 'asked' }],
    })
    expect(read.controls.plain?.pause).toBeNull()
  })

  test('contracts that answer anything, burn all gas or never stop answering take nothing from the others', () => {
    for (const name of ['echo', 'bomb', 'longAnswer']) {
      expect(powers(name)).toEqual({})
      expect(formatChange(read.controls[name]?.codeChange)).toEqual(['nobody after 0'])
    }
    expect(read.requests).toBeLessThan(80)
  })

  test('a path names the contracts on its way, from the contract outward', () => {
    const [path] = pathsOf(read, 'transparentTimelock')
    const admin = read.graph.nodes.get(world.placed.transparentTimelock ?? '0x')?.proxy
    expect(admin).toMatchObject({ kind: 'eip1967' })
    expect(path).toMatchObject({
      address: world.powers.safe35,
      via: [admin && 'admin' in admin && admin.admin, world.powers.timelock],
      proof: 'read',
    })
    expect(pathsOf(read, 'transparentTimelock')[1]).toMatchObject({
      actor: 'unidentified',
      address: null,
      via: path?.via,
      note: 'holders of its roles cannot be listed',
    })
    expect(pathsOf(read, 'aavePool')[0]).toMatchObject({
      via: [world.aaveProvider, world.powers.timelock],
      proof: 'asked',
    })
  })

  test('an admin of a timelock, a module, a signer that is a contract and a delegation are named', () => {
    const notes = (name: string) => pathsOf(read, name).map(({ note }) => note)
    expect(notes('transparentTimelockAdmin').join()).toContain('cut the delay')
    expect(pathsOf(read, 'transparentModule')).toMatchObject([
      { actor: 'safe', note: null },
      {
        actor: 'eoa',
        address: world.powers.moduleKey,
        note: 'through a module, without the signers',
      },
    ])
    expect(notes('transparentNested')).toEqual(['1 of its signers are contracts'])
    expect(notes('under7702').join()).toContain('EIP-7702')
  })

  test('a vote takes the seconds of its blocks', () => {
    const [byBlocks] = pathsOf(read, 'transparentGovernor')
    expect(byBlocks).toMatchObject({ address: world.powers.governor, voteSeconds: 40_321 * 12 })
  })

  test('a recorded candidate that passes is a path, and the answer stays a lower bound', async () => {
    const [target] = targetsOf({ uupsHidden: world.placed.uupsHidden ?? '0x' })
    if (!target) throw new Error('no target')
    const { controls } = await readControl(
      readerOptions([rig.url]),
      world.powers.safes.singletons,
      {
        targets: [{ ...target, candidates: [world.hiddenUpgrader, person(77)] }],
      },
    )
    expect(formatChange(controls.uupsHidden?.codeChange)).toEqual(['eoa after 0', '+'])
    const { codeChange } = controls.uupsHidden ?? {}
    expect(codeChange?.known && codeChange.paths[0]).toMatchObject({
      address: world.hiddenUpgrader,
      proof: 'asked',
    })
  })
})

function pathsOf(read: Read, name: string) {
  const change = read.controls[name]?.codeChange
  return change?.known ? change.paths : []
}
