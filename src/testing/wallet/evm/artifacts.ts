import { createRequire } from 'node:module'
import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import { hex } from '../../../chains/hex.ts'

const require = createRequire(import.meta.url)

const referencesSchema = z.record(
  z.string(),
  z.record(z.string(), z.array(z.object({ start: z.number(), length: z.number() }))),
)
const artifactSchema = z.looseObject({
  /** Foundry puts the text into an object. */
  bytecode: z
    .union([z.string(), z.looseObject({ object: z.string() }).transform(({ object }) => object)])
    .optional(),
  evm: z
    .looseObject({ bytecode: z.looseObject({ object: z.string().optional() }).optional() })
    .optional(),
  linkReferences: referencesSchema.optional(),
})

export function isHex(text: string): text is Hex {
  return hex.safeParse(text).success
}

export function parseHex(text: string): Hex {
  if (!isHex(text)) throw new Error(`Not hex: ${text.slice(0, 40)}`)
  return text
}

/** The creation code of a contract that a package ships, with its libraries linked. */
export function packagedCode(file: string, libraries: Record<string, Address> = {}): Hex {
  return linkedCode(file, require(file), libraries)
}

/** The creation code in a compiler's file of a contract, with its libraries linked. */
export function linkedCode(file: string, made: unknown, libraries: Record<string, Address>): Hex {
  const artifact = artifactSchema.parse(made)
  let code = (artifact.bytecode ?? artifact.evm?.bytecode?.object ?? '').replace(/^0x/, '')
  for (const names of Object.values(artifact.linkReferences ?? {})) {
    for (const [name, places] of Object.entries(names)) {
      const library = libraries[name]
      if (library === undefined) throw new Error(`${file} needs the library ${name}`)
      for (const { start, length } of places) {
        code = code.slice(0, start * 2) + library.slice(2) + code.slice((start + length) * 2)
      }
    }
  }
  return parseHex(`0x${code}`)
}
