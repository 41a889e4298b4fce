import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { isAnvilMissing } from './anvil.ts'
import { compiledCode } from './compile.ts'
import { readScenario, recordRun, SCENARIO_NAMES, type Scenario } from './record-run.ts'
import { ALICE, deployToken, mint } from './rig.ts'
import { BALANCE_OF, rateRun, WAD, wait } from './stage.ts'

test.each(SCENARIO_NAMES)('the run of %s can be played', async (name) => {
  expect((await readScenario(name)).play).toBeTypeOf('function')
})

test.each([
  ['aave-v4', 'The run aave-v4 was kept without its scenario, so it cannot be made again.'],
  ['auk', 'There is no run auk.'],
])('%s cannot be made again, and why is said', async (name, why) => {
  await expect(readScenario(name)).rejects.toThrow(why)
})

test('a missing folder is named before anything is started', async () => {
  const missing = path.join(folder, 'no-such-folder')
  await expect(recordRun(scenarioOf('Vault'), [missing], '2026-11-27')).rejects.toThrow(
    `There is no folder ${missing}.`,
  )
})

const folder = temporaryFolder()

const VAULT = compiledCode(path.join(import.meta.dirname, 'contracts/tokens.sol'), 'Vault')
/** What a compiler writes at the end of its code. */
const BY_0_8_9 = '64736f6c63430008090033'
writeFileSync(path.join(folder, 'Vault.json'), JSON.stringify({ bytecode: VAULT }))
writeFileSync(path.join(folder, 'Old.json'), JSON.stringify({ bytecode: VAULT + BY_0_8_9 }))

/** A vault that earned, read by its rate; the named contract is asked for. */
function scenarioOf(contract: string): Scenario {
  const source = {
    repository: 'it/it',
    commit: '1234567',
    contracts: ['Vault', 'Old', 'Missing'],
    files: ['Vault.sol'],
    compiler: 'solc 0.8.28',
  }
  return {
    origin: { sources: [source], edits: [] },
    licence: 'MIT',
    made: 'Shares of a vault that earned, and were redeemed for its token.',
    async play(stage) {
      const { rig, code } = stage
      const token = await deployToken(rig, 'WETH')
      const vault = await rig.deploy(code(contract), 'address, string, string', [token, 'v', 'v'])
      await mint(rig, token, ALICE, 5n * WAD)
      await rig.send(token, 'function approve(address, uint256)', [vault, 5n * WAD], ALICE)
      await rig.send(vault, 'function deposit(uint256, address)', [5n * WAD, ALICE], ALICE)
      await mint(rig, token, vault, WAD / 7n)
      await wait(rig, 86_400)
      const rate = [vault, 'convertToAssets(uint256)'] as const
      return rateRun(stage, { protocol: 'it', symbol: 'v', token: vault }, rate, async (amount) => {
        const redeem = 'function redeem(uint256, address, address)'
        await rig.send(vault, redeem, [amount, ALICE, ALICE], ALICE)
        return rig.read(token, BALANCE_OF, [ALICE])
      })
    },
  }
}

describe.skipIf(isAnvilMissing())('a run that is recorded', () => {
  test('has what the driver was answered and what closing paid, the same each time', async () => {
    const made = await recordRun(scenarioOf('Vault'), [folder], '2026-11-27')
    expect(made).toMatchObject({
      origin: { scenario: 'kept', day: '2026-11-27' },
      owner: ALICE,
      replies: [{ reply: expect.stringMatching(/^0x/) }, { reply: expect.stringMatching(/^0x/) }],
      legs: [{ role: 'stake', amount: '5142857142857142856' }],
      findings: [{ legs: [{ amount: '5142857142857142856' }] }],
    })
    expect(await recordRun(scenarioOf('Vault'), [folder], '2026-11-27')).toEqual(made)
  })

  test.each([
    ['Missing', [], /Build github.com\/it\/it at 1234567 .* --artifacts FOLDER/],
    ['Missing', [folder], /No folder has Missing.json/],
    ['Vault', [folder, folder], /more than once/],
    ['Old', [folder], /is of solc 0\.8\.9\. The run is of solc 0\.8\.28\./],
    ['Other', [folder], /does not name Other/],
  ] as const)(
    'needs %s, by the compiler of its origin, once: %#',
    async (name, folders, message) => {
      await expect(recordRun(scenarioOf(name), folders, '2026-11-27')).rejects.toThrow(message)
    },
  )
})
