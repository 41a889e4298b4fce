import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createOpenApi } from '../src/api/openapi/create-openapi.ts'
import type { OpenApi } from '../src/contract/openapi-document.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'

const SCRIPT = path.resolve(import.meta.dirname, 'lint-api.ts')
const folder = temporaryFolder()

/** The output of the script for these documents, after a change to both. */
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
  it('passes a new path, a new field and a new optional parameter', () => {
    const { status, text } = lint(({ paths, components }) => {
      const stats = paths['/v1/stats']?.get ?? expect.fail('no /v1/stats')
      paths['/v1/new'] = { get: { ...stats, operationId: 'new' } }
      stats.parameters.push({ name: 'x', in: 'query', description: 'x', schema: {} })
      Object.assign(components.schemas.Stats?.properties ?? {}, { added: { type: 'string' } })
    })
    expect(text).not.toContain('✗')
    expect(status).toBe(0)
  })

  it('fails by every tool, and names each path and field that breaks the released contract', () => {
    const { status, text } = lint(({ paths, components }) => {
      // Redocly: a path parameter that the path lacks. Spectral: an operation without a description.
      const stats = paths['/v1/stats']?.get ?? expect.fail('no /v1/stats')
      const parameter = { in: 'path' as const, required: true as const, schema: {} }
      stats.parameters.push({ ...parameter, name: 'x', description: 'x' })
      stats.description = ''
      delete paths['/v1/usage']
      // A path that the release lacks would be taken for this one under a new name.
      delete paths['/v1/stress']
      const search = paths['/v1/search']?.get ?? expect.fail('no /v1/search')
      search.parameters = search.parameters.filter((each) => !('name' in each && each.name === 'q'))
      delete components.schemas.ProtocolSummary?.properties?.tvlUsd
      Object.assign(components.schemas.Health?.properties ?? {}, { version: { type: 'integer' } })
    })
    for (const tool of ['Redocly, 3.0', 'Redocly, 3.1', 'Spectral', 'Released contract']) {
      expect(text).toContain(`✗ ${tool}`)
    }
    for (const [path, change] of [
      ['/v1/usage', 'Path `/v1/usage` was removed.'],
      ['/v1/stats', 'Required `x` path parameter was added.'],
      ['/v1/search', '`q` query parameter was removed.'],
      ['/v1/protocols', 'Property `tvlUsd` of `ProtocolSummary` was removed.'],
      ['/v1/health', 'Type of `version` widened'],
    ]) {
      expect(text).toContain(path)
      expect(text).toContain(change)
    }
    expect(status).toBe(1)
  })
})
