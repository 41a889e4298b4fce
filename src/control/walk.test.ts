import { describe, expect, test } from 'vitest'
import { type Address, type Hex, ZERO_ADDRESS } from '../chains/address.ts'
import { encodeCall, hashOf } from '../chains/evm/viem.ts'
import { formatChange } from '../testing/onchain/read-control.ts'
import { STRANGER } from './ask-as.ts'
import { MODULES_QUESTION } from './ask-getters.ts'
import { codeChange, contractControl, holderControl, isPartial } from './contract-control.ts'
import { facetsOf, hasRole, listOf, pageOf, roleList } from './fixtures/contract-answers.ts'
import {
  at,
  codeOf,
  type MemoryChain,
  type MemoryContract,
  runOn,
  word,
} from './fixtures/memory-chain.ts'
import { type FunctionName, ROLES, type RoleName, SELECTORS } from './getters.ts'
import type { Controller, Graph, Target } from './graph.ts'
import { createIsSafe } from './safe.ts'
import { type WalkInput, walk } from './walk.ts'

const SINGLETON = at(999)
const answering = (answers: Partial<Record<FunctionName, Hex>>, more = ''): MemoryContract => ({
  code: codeOf(Object.keys(answers) as FunctionName[], more),
  answers: Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [SELECTORS[name as FunctionName], answer]),
  ),
})
const ownedBy = (owner: Address) => answering({ 'owner()': word(owner) })
/** A proxy whose admin is in its slot. */
const under = (admin1967: Address): MemoryContract => ({
  code: '0x00',
  slots: { implementation1967: at(900), admin1967 },
})
const safe = (
  threshold: number,
  owners: readonly Address[],
  modules: readonly Address[] = [],
): MemoryContract => ({
  code: '0x54f4',
  slots: { safeSingleton: SINGLETON },
  answers: {
    [SELECTORS['getOwners()']]: listOf(owners),
    [SELECTORS['getThreshold()']]: word(threshold),
    [MODULES_QUESTION]: pageOf(modules),
  },
})
const timelock = (
  seconds: number,
  holders: readonly (readonly [RoleName, Address])[],
): MemoryContract => {
  const { code, answers } = answering({ 'getMinDelay()': word(seconds) })
  const functions = codeOf(
    ['schedule(address,uint256,bytes,bytes32,bytes32,uint256)', 'hasRole(bytes32,address)'],
    `7f${ROLES.PROPOSER_ROLE.slice(2)}`,
  )
  const roles = holders.map(([name, account]) => [hasRole(name, account), word(1)])
  return {
    code: `${code}${functions.slice(2)}`,
    answers: { ...answers, ...Object.fromEntries(roles) },
  }
}

function target(address: Address, rest: Partial<Target> = {}): Target {
  return { address, name: null, role: 'funds', protocol: 'one', candidates: [], ...rest }
}

function graphOf(
  chain: MemoryChain,
  targets: readonly Target[],
  rest: Partial<WalkInput> = {},
): Promise<Graph> {
  const input = {
    targets,
    controllers: [],
    fixedCode: new Set<Hex>(),
    spendingModules: new Set<Address>(),
    secondsPerBlock: 12,
    isSafe: createIsSafe(new Set([SINGLETON])),
    ...rest,
  }
  return runOn(chain, walk(input))
}

/** Who can change the code of the first contract. */
async function change(chain: MemoryChain, rest: Partial<WalkInput> = {}): Promise<string[]> {
  const all = { [at(900)]: { code: '0x01' as const }, ...chain }
  return formatChange(codeChange(await graphOf(all, [target(at(1))], rest), at(1)))
}

/** The paths to those who can. */
async function pathsFrom(chain: MemoryChain, rest: Partial<WalkInput> = {}) {
  const all = { [at(900)]: { code: '0x01' as const }, ...chain }
  const found = codeChange(await graphOf(all, [target(at(1))], rest), at(1))
  return found.known ? found.paths : []
}

const CONTROLLER: Controller = {
  chain: 'Ethereum',
  address: at(2),
  kind: 'curated',
  note: 'a vote',
  delaySeconds: 60,
  source: 'x',
  day: '2026-01-01',
}
const people = [at(101), at(102), at(103)] as const

describe('who can change the code of a proxy', () => {
  test.each<[string, MemoryChain, string[]]>([
    ['of a person', {}, ['eoa after 0']],
    ['of a Safe', { [at(2)]: safe(2, people) }, ['safe 2/3 after 0']],
    [
      'of a Safe with a module',
      { [at(2)]: safe(2, people, [at(3)]), [at(3)]: ownedBy(at(4)) },
      ['eoa after 0', 'safe 2/3 after 0'],
    ],
    [
      'of a Safe that one signer moves, itself a contract',
      { [at(2)]: safe(1, [at(3)]), [at(3)]: safe(2, people) },
      ['safe 2/3 after 0'],
    ],
    ['of a Safe that one person moves', { [at(2)]: safe(1, [people[0]]) }, ['safe 1/1 after 0']],
    ['of a contract of a person', { [at(2)]: ownedBy(at(3)) }, ['eoa after 0']],
    [
      'of a contract of two owners',
      {
        [at(2)]: answering({ 'owner()': word(at(3)), 'governance()': word(at(4)) }),
        [at(4)]: safe(2, people),
      },
      ['eoa after 0', 'safe 2/3 after 0'],
    ],
    ['of a renounced contract', { [at(2)]: ownedBy(ZERO_ADDRESS) }, ['nobody after 0']],
    [
      'of a renounced contract with an authority',
      { [at(2)]: answering({ 'owner()': word(ZERO_ADDRESS), 'authority()': word(at(3)) }) },
      ['unidentified after null', '+'],
    ],
    [
      'of a contract without an owner',
      { [at(2)]: { code: '0x01' } },
      ['unidentified after null', '+'],
    ],
    [
      'of an old timelock',
      {
        [at(2)]: answering({
          'admin()': word(at(3)),
          'delay()': word(90),
          'GRACE_PERIOD()': word(9),
          'queueTransaction(address,uint256,string,bytes,uint256)': '0x',
        }),
      },
      ['eoa after 90'],
    ],
    [
      'of a governor',
      {
        [at(2)]: answering({
          'votingDelay()': word(1),
          'votingPeriod()': word(2),
          'propose(address[],uint256[],bytes[],string)': '0x',
        }),
      },
      ['governor after 0'],
    ],
    [
      'of what answers like a multisig',
      { [at(2)]: answering({ 'getThreshold()': word(1), 'getOwners()': '0x' }) },
      ['unidentified after null', '+'],
    ],
    ['of a timelock', { [at(2)]: timelock(70, [['PROPOSER_ROLE', at(1)]]) }, ['timelock after 70']],
    [
      'of contracts that own each other',
      { [at(2)]: ownedBy(at(3)), [at(3)]: ownedBy(at(2)) },
      ['? unidentified'],
    ],
    ['of a contract that no node shows', { [at(2)]: 'failed' }, ['? node-failed']],
    [
      'of ZeppelinOS, of a Safe',
      {
        [at(1)]: { code: '0x00', slots: { implementationZos: at(900), adminZos: at(2) } },
        [at(2)]: safe(2, people),
      },
      ['safe 2/3 after 0'],
    ],
  ])('%s', async (_case, chain, expected) => {
    expect(await change({ [at(1)]: under(at(2)), ...chain })).toEqual(expected)
  })

  test.each([
    'owner()',
    'admin()',
    'governance()',
    'gov()',
    'governor()',
    'dao()',
    'defaultAdmin()',
  ] as const)('of a contract with %s, of whom that names', async (getter) => {
    const owner = answering({ [getter]: word(at(3)) })
    expect(await change({ [at(1)]: under(at(2)), [at(2)]: owner })).toEqual(['eoa after 0'])
  })

  test('a delay of Zodiac belongs to its modules, and to its owner at once', async () => {
    const delay = answering({
      'txCooldown()': word(50),
      'avatar()': word(at(5)),
      'owner()': word(at(4)),
    })
    const answers = { ...delay.answers, [MODULES_QUESTION]: pageOf([at(3)]) }
    expect(
      await change({
        [at(1)]: under(at(2)),
        [at(2)]: { ...delay, answers },
        [at(4)]: safe(2, people),
      }),
    ).toEqual(['eoa after 50', 'safe 2/3 after 0'])
  })

  test('a timelock whose roles are not listed has an unidentified proposer beside those found', async () => {
    const chain = {
      [at(1)]: under(at(2)),
      [at(2)]: timelock(70, [['PROPOSER_ROLE', at(3)]]),
      [at(3)]: safe(2, people),
    }
    const targets = [target(at(1), { candidates: [at(3)] })]
    const all = { [at(900)]: { code: '0x01' as const }, ...chain }
    expect(formatChange(codeChange(await graphOf(all, targets), at(1)))).toEqual([
      'safe 2/3 after 70',
      'unidentified after 70',
    ])
  })

  test('a timelock that lists its roles has no other proposers, and no admin without a key', async () => {
    const listing = (...names: RoleName[]): MemoryContract => {
      const { code, answers } = timelock(70, [])
      return {
        code: `${code}${codeOf(['getRoleMemberCount(bytes32)']).slice(2)}`,
        answers: Object.assign(
          { ...answers, ...roleList('PROPOSER_ROLE', [at(3)]) },
          ...names.map((name) => roleList(name, [ZERO_ADDRESS])),
        ),
      }
    }
    const all = listing('DEFAULT_ADMIN_ROLE', 'TIMELOCK_ADMIN_ROLE')
    expect(await change({ [at(1)]: under(at(2)), [at(2)]: all })).toEqual(['eoa after 70'])
    const some = listing('DEFAULT_ADMIN_ROLE')
    expect(await change({ [at(1)]: under(at(2)), [at(2)]: some })).toEqual([
      'eoa after 70',
      'unidentified after 70',
    ])
  })

  test.each([
    ['roles', answering({ 'owner()': word(ZERO_ADDRESS), 'hasRole(bytes32,address)': '0x' })],
    ['wards', answering({ 'owner()': word(ZERO_ADDRESS), 'wards(address)': '0x' })],
  ])('a renounced owner beside %s is not the end', async (_case, owner) => {
    const found = await change({ [at(1)]: under(at(2)), [at(2)]: owner })
    expect(found).toEqual(['unidentified after null', '+'])
  })

  test('where a stranger may upgrade, anyone can, unless the contract takes any call', async () => {
    const data = encodeCall('function upgradeTo(address)', [at(900)])
    const open = (answers: MemoryContract['answers']): MemoryContract => ({
      code: codeOf(['upgradeTo(address)']),
      slots: { implementation1967: at(900) },
      answers: { [`${STRANGER} ${data}`]: '0x', ...answers },
    })
    expect(await change({ [at(1)]: open({}) })).toEqual(['anyone after 0'])
    const unclear = open({
      [`${STRANGER} 0x9f3a61d7`]: '0x',
      [`${at(3)} ${data}`]: '0x',
      [SELECTORS['owner()']]: word(at(3)),
    })
    const owned = { ...unclear, code: codeOf(['upgradeTo(address)', 'owner()']) }
    expect(await change({ [at(1)]: owned })).toEqual(['? not-listable'])
  })

  test('an open role is that of anyone', async () => {
    const chain = {
      [at(1)]: under(at(2)),
      [at(2)]: timelock(70, [['PROPOSER_ROLE', ZERO_ADDRESS]]),
    }
    expect(await change(chain)).toEqual(['anyone after 70', 'unidentified after 70'])
  })

  test('a reviewed controller ends the path, unless the chain proves more', async () => {
    const controllers = [CONTROLLER]
    expect(
      await change({ [at(1)]: under(at(2)), [at(2)]: { code: '0x01' } }, { controllers }),
    ).toEqual(['curated after 60'])
    expect(
      await change({ [at(1)]: under(at(2)), [at(2)]: safe(2, people) }, { controllers }),
    ).toEqual(['safe 2/3 after 0'])
    expect(
      await change(
        { [at(1)]: under(at(2)), [at(2)]: { code: '0x01' } },
        { controllers: [{ ...CONTROLLER, kind: 'governor' }] },
      ),
    ).toEqual(['governor after 60'])
  })

  test('a module that can only spend is no path, and is named, as is a guard', async () => {
    const guarded = safe(2, people, [at(3)])
    const slots = { safeSingleton: SINGLETON, safeGuard: at(5) }
    const chain = {
      [at(1)]: under(at(2)),
      [at(2)]: { ...guarded, slots },
      [at(3)]: ownedBy(at(4)),
    }
    const found = await pathsFrom(chain, { spendingModules: new Set([at(3)]) })
    expect(found.map(({ actor, address }) => [actor, address])).toEqual([['safe', at(2)]])
    expect(found[0]?.note).toBe(
      `a module (${at(3)}) can only spend what it holds; a guard (${at(5)}) checks its transactions`,
    )
    expect((await pathsFrom(chain)).map(({ note }) => note)).toEqual([
      `a guard (${at(5)}) checks its transactions`,
      'through a module, without the signers',
    ])
  })

  test('a reviewed controller is shown with what the table says of it', async () => {
    const chain = { [at(1)]: under(at(2)), [at(2)]: { code: '0x01' as const } }
    const [path] = await pathsFrom(chain, { controllers: [CONTROLLER] })
    expect(path).toMatchObject({ proof: 'curated', note: 'a vote', address: at(2) })
  })

  test('each signer that is a contract has a path of its own where one signature is enough', async () => {
    const chain = {
      [at(1)]: under(at(2)),
      [at(2)]: safe(1, [at(3), at(4)]),
      [at(3)]: timelock(70, [['PROPOSER_ROLE', at(5)]]),
      [at(4)]: safe(2, people),
    }
    expect(await change(chain)).toEqual(['safe 2/3 after 0', 'timelock after 70'])
  })
})

describe('other contracts', () => {
  const clone = (to: Address): Hex =>
    `0x363d3d373d3d3d363d73${to.slice(2)}5af43d82803e903d91602b57fd5bf3`
  const cut = 'diamondCut((address,uint8,bytes4[])[],address,bytes)'
  const diamond = (selectors: readonly Hex[]): MemoryContract => ({
    code: '0xf4',
    answers: {
      [SELECTORS['facets()']]: facetsOf(selectors),
      [SELECTORS['owner()']]: word(at(3)),
    },
  })

  test.each<[string, MemoryChain, string[]]>([
    ['code that can change nothing', { [at(1)]: { code: '0x01' } }, ['nobody after 0']],
    ['code that delegates somewhere', { [at(1)]: { code: '0xf4' } }, ['? unknown-proxy']],
    ['an account', { [at(1)]: { code: '0x' } }, ['? no-code']],
    ['a contract that no node shows', { [at(1)]: 'failed' }, ['? node-failed']],
    [
      'one whose slots no node shows',
      { [at(1)]: { code: '0x01', slots: 'failed' } },
      ['nobody after 0', '+'],
    ],
    [
      'a clone of fixed code',
      { [at(1)]: { code: clone(at(2)) }, [at(2)]: { code: '0x01' } },
      ['nobody after 0'],
    ],
    [
      'a clone of a proxy',
      { [at(1)]: { code: clone(at(2)) }, [at(2)]: under(at(3)) },
      ['eoa after 0'],
    ],
    ['a clone of nothing', { [at(1)]: { code: clone(at(2)) } }, ['? no-code']],
    ['a clone of itself', { [at(1)]: { code: clone(at(1)) } }, ['? unidentified']],
    [
      'a beacon of a person',
      {
        [at(1)]: { code: '0x01', slots: { beacon1967: at(2) } },
        [at(2)]: answering({ 'owner()': word(at(3)), 'implementation()': word(at(900)) }),
      },
      ['eoa after 0'],
    ],
    ['a diamond with an owner', { [at(1)]: diamond([SELECTORS[cut]]) }, ['eoa after 0']],
    [
      'a diamond that cannot be cut',
      { [at(1)]: diamond([SELECTORS['owner()']]) },
      ['nobody after 0', '+'],
    ],
    [
      'a sealed proxy',
      { [at(1)]: { code: '0x01', slots: { implementation1967: at(900) } } },
      ['nobody after 0'],
    ],
    [
      'a proxy that writes its storage',
      { [at(1)]: { code: '0x55', slots: { implementation1967: at(900) } } },
      ['? unidentified'],
    ],
    [
      'a delegator',
      { [at(1)]: answering({ 'implementation()': word(at(900)), 'admin()': word(at(3)) }, 'f4') },
      ['eoa after 0'],
    ],
    ['a Safe', { [at(1)]: safe(2, people) }, ['safe 2/3 after 0']],
  ])('%s', async (_case, chain, expected) => {
    expect(await change(chain)).toEqual(expected)
  })

  test('reviewed code cannot change, whatever its bytes show', async () => {
    const fixedCode = new Set([hashOf('0xf4')])
    expect(await change({ [at(1)]: { code: '0xf4' } }, { fixedCode })).toEqual(['nobody after 0'])
  })
})

describe('how far the walk goes', () => {
  const chainOf = (length: number): MemoryChain =>
    Object.fromEntries([
      [at(1), under(at(2))],
      [at(900), { code: '0x01' }],
      ...Array.from({ length }, (_, index) => [at(2 + index), ownedBy(at(3 + index))]),
    ])

  test.each([
    [5, ['eoa after 0']],
    [6, ['unidentified after null', '+']],
  ])('through %i owners', async (length, expected) => {
    expect(await change(chainOf(length))).toEqual(expected)
  })

  test('a signer of a Safe is only inspected, and one that no node shows leaves a gap', async () => {
    const chain: MemoryChain = {
      [at(1)]: safe(2, people),
      [people[0]]: ownedBy(at(7)),
      [people[1]]: 'failed',
    }
    const graph = await graphOf(chain, [target(at(1))])
    expect(graph.nodes.has(at(7))).toBe(false)
    expect(formatChange(codeChange(graph, at(1)))).toEqual(['safe 2/3 after 0', '+'])
    expect(isPartial(graph, at(1))).toBe(true)
    const { codeChange: found } = contractControl(graph, target(at(1)), {
      chain: 'Ethereum',
      block: { number: 7n, day: '2026-01-02' },
    })
    expect(found.known && found.paths[0]?.note).toBe('1 of its signers are contracts')
  })
})

describe('what is published of a contract', () => {
  const READ_AT = { chain: 'Ethereum', block: { number: 7n, day: '2026-01-02' } }

  test('its place, its other powers, and who can stop it', async () => {
    const pool = answering({
      'owner()': word(at(3)),
      'feeToSetter()': word(at(4)),
      'guardian()': word(at(5)),
      'pause()': '0x',
      'paused()': word(0),
    })
    const answers = { ...pool.answers, [`${at(5)} ${SELECTORS['pause()']}`]: '0x' as const }
    const graph = await graphOf({ [at(1)]: { ...pool, answers } }, [
      target(at(1), { name: 'Pool' }),
    ])
    const control = contractControl(graph, target(at(1), { name: 'Pool' }), READ_AT)
    expect(control).toMatchObject({
      chain: 'Ethereum',
      name: 'Pool',
      block: 7,
      day: '2026-01-02',
      proxy: null,
    })
    expect(control.powers.map(({ getter, paths }) => [getter, paths[0]?.address])).toEqual([
      ['owner', at(3)],
      ['guardian', at(5)],
      ['feeToSetter', at(4)],
    ])
    expect(control.pause).toMatchObject({
      complete: true,
      pausedNow: false,
      paths: [{ address: at(5), proof: 'asked' }],
    })
  })

  test.each<[string, Partial<Record<FunctionName, Hex>>, object | null]>([
    ['nothing of the kind', { 'owner()': word(at(3)) }, null],
    ['only a state', { 'isPaused()': word(1) }, { complete: false, pausedNow: true, paths: [] }],
    [
      'a guardian by name',
      { 'guardian()': word(at(5)) },
      { complete: false, pausedNow: null, paths: [{ address: at(5), proof: 'convention' }] },
    ],
    [
      'a guardian without a key',
      { 'guardian()': word(ZERO_ADDRESS) },
      { complete: false, paths: [] },
    ],
  ])('of a contract with %s, who can stop it', async (_case, answers, expected) => {
    const graph = await graphOf({ [at(1)]: answering(answers) }, [target(at(1))])
    const { pause } = contractControl(graph, target(at(1)), READ_AT)
    if (expected === null) expect(pause).toBeNull()
    else expect(pause).toMatchObject(expected)
  })

  test('a power of which some path is missing keeps those found', async () => {
    const chain: MemoryChain = {
      [at(1)]: ownedBy(at(2)),
      [at(2)]: answering({ 'owner()': word(at(3)), 'admin()': word(at(4)) }),
      [at(4)]: 'failed',
    }
    const graph = await graphOf(chain, [target(at(1))])
    const { powers } = contractControl(graph, target(at(1)), READ_AT)
    expect(powers[0]?.paths.map(({ actor, address }) => [actor, address])).toEqual([
      ['eoa', at(3)],
      ['unidentified', at(2)],
    ])
  })

  test('a power whose holder no node named has a path that says so', async () => {
    const pool = {
      ...answering({ 'owner()': word(at(3)) }),
      answers: { [SELECTORS['owner()']]: 'failed' as const },
    }
    const graph = await graphOf({ [at(1)]: pool }, [target(at(1))])
    const { powers, pause } = contractControl(graph, target(at(1)), READ_AT)
    expect(powers).toMatchObject([
      { getter: 'owner', paths: [{ actor: 'unidentified', note: 'no node answered' }] },
    ])
    expect(pause).toBeNull()
  })

  test('an owner is shown with those who can act as it, and with a doubt where there may be more', async () => {
    const chain: MemoryChain = {
      [at(1)]: safe(2, people),
      [at(2)]: { code: '0x01' },
      [at(3)]: 'failed',
    }
    const targets = [at(1), at(2), at(3)].map((address) => target(address))
    const graph = await graphOf(chain, targets)
    const found = targets.map((each) =>
      holderControl(graph, each, READ_AT).powers[0]?.paths.map(({ actor }) => actor),
    )
    expect(found).toEqual([['safe'], ['unidentified'], []])
  })
})
