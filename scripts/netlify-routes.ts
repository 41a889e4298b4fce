import { readFileSync } from 'node:fs'
import { PlimsollError } from '../src/domain/errors.ts'
import { missingRoutes } from '../src/host/netlify/routes.ts'
import { run } from './command/terminal.ts'

const MANIFEST = '.netlify/edge-functions-dist/manifest.json'

/** Fails when a bundle for Netlify has no gateway in front of the API: such a build says of itself that it succeeded. */
async function main(): Promise<void> {
  const missing = missingRoutes(read())
  if (missing.length > 0) {
    throw new PlimsollError(
      'EXPORT_FAILED',
      `${MANIFEST} has no gateway in front of ${missing.join(', ')}.`,
    )
  }
  console.log('✓ The gateway stands in front of the API')
}

function read(): unknown {
  try {
    return JSON.parse(readFileSync(MANIFEST, 'utf8'))
  } catch {
    return null
  }
}

await run(main)
