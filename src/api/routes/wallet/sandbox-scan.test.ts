import { expect, test } from 'vitest'
import { scanSandboxWallet } from './sandbox-scan.ts'

test.each([
  ['nothing', null],
  ['a document of another time', { scans: { usual: {} }, addresses: {} }],
])('a scan in the sandbox fails with %s instead of the document', async (_, broken) => {
  const input = '0x5ca1ab1e00000000000000000000000000000001'
  await expect(scanSandboxWallet(input, broken)).rejects.toThrow()
})
