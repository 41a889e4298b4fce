import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createOpenApi } from '../src/api/openapi/create-openapi.ts'
import type { OpenApi } from '../src/contract/openapi-document.ts'

const SCRIPT = path.resolve(import.meta.dirname, 'lint-api.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-lint-api-test-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the script says of these documents, after a change to both. */
function lint(change: (document: OpenApi) => void): { status: number | null; text: string } {
  for (const [name, version] of [
    ['openapi.json', '3.0.3'],
    ['openapi-3.1.json', '3.1.1'],
  ] as const) {
    const document = createOpenApi(version, '0.0.0')
    change(document)
    writeFileSync(path.join(folder, name), JSON.stringify(document))
  }
  const words = [SCRIPT, '--dir', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

describe('the lint of the OpenAPI documents', { timeout: 60_000 }, () => {
  it('passes what the code generates', () => {
    const { status, text } = lint(() => {})
    expect(text).not.toContain('✗')
    expect(status).toBe(0)
  })

  it('fails by every tool when each has something to find', () => {
    const { status, text } = lint((document) => {
      // Redocly: a path parameter that the path lacks. Spectral: an operation without a description.
      const stats = document.paths['/v1/stats']?.get
      stats?.parameters.push({
        name: 'x',
        in: 'path',
        required: true,
        description: 'x',
        schema: {},
      })
      if (stats) stats.description = ''
      delete document.paths['/v1/usage']
    })
    for (const tool of ['Redocly, 3.0', 'Redocly, 3.1', 'Spectral', 'Released contract']) {
      expect(text).toContain(`✗ ${tool}`)
    }
    expect(status).toBe(1)
  })
})
