import path from 'node:path'
import { expect, test } from 'vitest'
import { compileFile } from '../../../../testing/wallet/evm/compile.ts'
import accounts from './accounts.json' with { type: 'json' }
import balances from './balances.json' with { type: 'json' }
import clones from './clones.json' with { type: 'json' }
import entities from './entities.json' with { type: 'json' }
import lens from './lens.json' with { type: 'json' }
import members from './members.json' with { type: 'json' }
import pools from './pools.json' with { type: 'json' }
import unlisted from './unlisted.json' with { type: 'json' }

const LENSES = [
  ['Lens', lens],
  ['Accounts', accounts],
  ['Balances', balances],
  ['Clones', clones],
  ['Unlisted', unlisted],
  ['Entities', entities],
  ['Members', members],
  ['Pools', pools],
] as const

test.each(LENSES)(
  'the code of %s is what its source compiles to, byte for byte',
  (name, compiled) => {
    const { evmVersion } = compiled.settings
    const codes = compileFile(path.join(import.meta.dirname, `${name}.sol`), evmVersion)
    expect(compiled.bytecode).toBe(codes[name])
  },
  30_000,
)

test.each(LENSES)(
  'the code of %s fits what a chain takes as creation code, with room for the arguments',
  (_, compiled) => {
    expect(compiled.bytecode.length / 2).toBeLessThan(16_384)
  },
)
