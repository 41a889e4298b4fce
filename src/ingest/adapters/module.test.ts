import { expect, test } from 'vitest'
import { moduleOf, moduleOfField } from './module.ts'

test.each([
  ['aave-v3/index.js', 'aave-v3'],
  ['aave/v3.js', 'aave'],
  ['wbtc.js', 'wbtc'],
  ['hop', 'hop'],
  ['market.xyz/index.js', 'market.xyz'],
  ['reaper.farm/index.ts', 'reaper.farm'],
  ['Blur Finance/index.js', 'Blur Finance'],
  ['market.js/index.js', 'market.js'],
])('the module of %s is %s', (field, module) => {
  expect(moduleOfField(field)).toBe(module)
})

test.each([
  ['dummy.js'],
  ['helper/unwrapLPs.js'],
  ['treasury/tern.js'],
  [''],
  ['/index.js'],
  ['../x/index.js'],
  ['./x.js'],
  ['..'],
  ['a\nb/index.js'],
  ['a\\b'],
  ['a\ud800/index.js'],
  [`${'x'.repeat(201)}/index.js`],
  [null],
  [undefined],
])('%j has no module of its own', (field) => {
  expect(moduleOfField(field)).toBeNull()
})

test('a single file is the module of its name', () => {
  expect(['wbtc.js', 'wbtc', 'CRETH2abi.json', 'market.xyz'].map(moduleOf)).toEqual([
    'wbtc',
    'wbtc',
    'CRETH2abi',
    'market.xyz',
  ])
})
